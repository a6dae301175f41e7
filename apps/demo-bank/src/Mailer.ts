import { createTransport } from "nodemailer"

export type Letter = {
  readonly to: string
  readonly code: string
}

/** Hands the bank's e-mails to a mail server, without TLS: it is one on this machine. */
export const mailerTo = (server: { readonly host: string; readonly port: number }) => {
  const transport = createTransport({ ...server, secure: false, ignoreTLS: true })
  return async ({ code, to }: Letter): Promise<void> => {
    await transport.sendMail({
      from: { name: "Banco Demo", address: "codes@bancodemo.example" },
      to,
      subject: "Your code to log in",
      text: `BANCO DEMO: ${code} is your code to log in. Do not share it with anyone.\n`,
      html: `<p style="color:#123456">Banco Demo</p><p><b>${code}</b> is your code to log in.</p><p>Do not share it with anyone.</p>`
    })
  }
}
