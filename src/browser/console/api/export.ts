// Downloads a file with fetch, so that errors can be shown, then hands it to the browser to save.
import { NoAnswerError } from "../../../client/errors.ts";
import { errorFrom, type QueryValue, queryText } from "../../../client/send.ts";
import { API, modeHeader } from "./connection.ts";

const FILE_NAME = /filename="?([^";]+)"?/;

/** @throws ApiError, NoAnswerError */
export async function download(path: string, query: Readonly<Record<string, QueryValue>>): Promise<void> {
  const response = await answerTo(`${API}${path}${queryText(query)}`);
  if (!response.ok) throw errorFrom(response, await response.text());
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = FILE_NAME.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? path.slice(1);
  link.click();
  URL.revokeObjectURL(link.href);
}

async function answerTo(url: string): Promise<Response> {
  try {
    return await fetch(url, { headers: modeHeader() });
  } catch (error) {
    throw new NoAnswerError(1, error);
  }
}
