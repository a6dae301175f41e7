#!/bin/bash
# Answers what compose asks: whether the server listens.
exec 3<> /dev/tcp/127.0.0.1/5432
