/**
 * Header of the answers to administrators' calls: the file of the back office's program that the server's document
 * loads. An open back office that runs another one is of another build.
 */
export const programHeader = "Office-Program";
