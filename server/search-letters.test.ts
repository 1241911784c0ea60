import { expect } from "vitest";
import { onEveryDatabase, type TestApp, test } from "#test/app.ts";
import { ada, makeQuote, makeReview } from "#test/make.ts";

async function found(app: TestApp, noun: "quote" | "subscription", q: string): Promise<string[]> {
  const address = `/${noun}/get-all?q=${encodeURIComponent(q)}`;
  const { body } = await app.office("GET", address);
  return body.data.map(({ email }: { email: string }) => email);
}

onEveryDatabase("letters that Unicode does not decompose", () => {
  test("are found in the inbox as such and as plain ones", async ({ app }) => {
    await makeQuote(app, { ...ada, fullName: "Søren Weiß", message: "From Łódź to the Færøer" });
    for (const q of ["Søren", "soren", "Weiß", "WEISS", "Łódź", "lodz", "faeroer", "FÆRØER"])
      expect([q, await found(app, "quote", q)]).toEqual([q, [ada.email]]);
    await makeQuote(app, { ...ada, email: "plain@example.com", fullName: "Soren Weiss" });
    expect(await found(app, "quote", "Søren Weiß")).toEqual(["plain@example.com", ada.email]);
  });
});

const spellings: [Partial<typeof ada & { phoneNumber: string }>, string[]][] = [
  [{ fullName: "O'Brien" }, ["obrien", "O’Brien", "o'brien", "brien", "OBRIEN"]],
  [{ fullName: "D’Arcy l'Équipe" }, ["darcy", "d'arcy", "lequipe", "équipe"]],
  [{ fullName: "Оксана П'ятецька" }, ["пятецька", "П’ятецька"]],
  [{ fullName: "علي كريم" }, ["علی", "کریم", "علي كريم"]],
  [{ fullName: "نیک\u200cفر می\u200cخواهم" }, ["نيكفر", "نیک\u200cفر", "ميخواهم"]],
  [{ message: "Order ١٢٣٤٥" }, ["12345", "۱۲۳۴۵"]],
  [{ phoneNumber: "+92 300 1234567" }, ["0300 1234567", "03001234567", "+92 300 12", "1234567", "۰۳۰۰ ۱۲۳۴۵۶۷"]],
  [{ phoneNumber: "0300-1234567 ext. 12" }, ["+92 300 1234567", "00923001234567", "(0300) 1234567"]],
  [{ phoneNumber: "+44 (0)20 7946 0000" }, ["020 7946 0000", "+442079460000"]],
  [{ email: "ada@bücher.example" }, ["ada@xn--bcher-kva.example", "bücher", "bucher.example"]],
  [{ email: "ada@xn--bcher-kva.example" }, ["ada@bücher.example", "bcher"]],
];

onEveryDatabase("spellings of one name, number or address", () => {
  test("are found by each other in messages", async ({ app }) => {
    for (const [lead] of spellings) await makeQuote(app, lead);
    for (const [lead, queries] of spellings)
      for (const q of queries) {
        const { body } = await app.office("GET", `/quote/get-all?q=${encodeURIComponent(q)}`);
        expect([q, body.data]).toEqual([q, expect.arrayContaining([expect.objectContaining(lead)])]);
      }
  });

  test("are found by each other in entries and texts", async ({ app }) => {
    await makeReview(app, { fullName: "Conan O'Brien", company: "شركة علي" });
    for (const q of ["obrien", "O’Brien", "شرکة", "علی", "Conan O'Brien"]) {
      const { body } = await app.office("GET", `/review/get-all?q=${encodeURIComponent(q)}`);
      expect([q, body.total]).toEqual([q, 1]);
    }
  });
});
