// Downloads a file with fetch, so that errors can be shown, then hands it to the browser to save.
import { ApiError, NoAnswerError } from "../../../client/errors.ts";
import { API, modeHeader } from "./connection.ts";

const FILE_NAME = /filename="?([^";]+)"?/;

/** @throws ApiError, NoAnswerError */
export async function download(path: string, query: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await answerTo(`${API}${path}${queryText(query)}`);
  if (!response.ok) throw await refusalIn(response);
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

async function refusalIn(response: Response): Promise<ApiError> {
  const facts = JSON.parse((await response.text()) || "{}") as Partial<ApiError>;
  const { code = "unknown", message = `HTTP ${response.status}`, issues = [], requestId = null } = facts;
  return new ApiError(response.status, { code, message, issues, requestId }, null);
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)]),
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
