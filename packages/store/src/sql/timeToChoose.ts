/** How long a person who has undone a match is left to choose before a pass gives its payment, or its order, to another. */
export const timeToChoose = "interval '15 minutes'"
