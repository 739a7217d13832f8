extension ScriptLibrary {
  /// `Response` as in Postman, on the answer of the job or of a send.
  static let responses = #"""
    const reasons = {
      100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints", 200: "OK", 201: "Created",
      202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content",
      206: "Partial Content", 207: "Multi-Status", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
      303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
      401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
      406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
      411: "Length Required", 412: "Precondition Failed", 413: "Payload Too Large", 414: "URI Too Long",
      415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed", 418: "I'm a teapot",
      421: "Misdirected Request", 422: "Unprocessable Entity", 423: "Locked", 424: "Failed Dependency",
      425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
      431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
      501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
      505: "HTTP Version Not Supported", 507: "Insufficient Storage", 508: "Loop Detected",
      511: "Network Authentication Required"
    };

    class Response {
      /** `body` gives the text and the bytes of the body. */
      constructor(given, body) {
        this.id = randomUUID();
        this.status = given.reason || given.status || reasons[given.code] || "";
        this.code = given.code;
        this.headers = new HeaderList(this, given.headers ?? given.header ?? []);
        let stream;
        defineProperty(this, "stream", {
          enumerable: true, configurable: true,
          get: () => stream ??= library.Buffer.from(body.bytes()), set: (value) => { stream = value; }
        });
        this.cookies = new CookieList(this, given.cookies ?? []);
        this.responseTime = given.time ?? given.responseTime;
        const size = given.size ?? { body: utf8Length(body.text()) };
        this.responseSize = size.body;
        hide(this, "headerSize", size.header);
        let content;
        hide(this, "text", () => content ??= body.text());
      }

      reason() { return this.status; }
      json(reviver) { return parseJSON(this.text(), reviver); }
      jsonp(reviver) {
        return parseJSON(this.text().replace(/^[^(]*\(/, "").replace(/\);?\s*$/, ""), reviver);
      }

      size() {
        const header = this.headerSize ?? utf8Length(`HTTP/1.1 ${this.code} ${this.reason()}\r\n\r\n`) +
          this.headers.contentSize();
        const body = this.responseSize ?? 0;
        return { body, header, total: body + header };
      }

      mime() {
        throw new Error("`Response#mime` has been discontinued, use `Response#contentInfo` instead.");
      }

      contentInfo() {
        const [type, ...parameters] = text(this.headers.get("Content-Type") ?? "text/plain").split(";");
        const contentType = type.trim().toLowerCase();
        const charset = parameters.map((parameter) => parameter.trim()).find((part) => /^charset=/i.test(part));
        const subtype = contentType.split("/")[1] ?? "";
        const mimeFormat = /json/.test(subtype) ? "json" : /xml/.test(subtype) ? "xml" : /html/.test(subtype) ? "html"
          : /javascript/.test(subtype) ? "javascript" : subtype === "plain" ? "plain" : "raw";
        const mimeType = /^(image|audio|video)\//.test(contentType) ? contentType.split("/")[0] : "text";
        const fileExtension = { plain: "txt", javascript: "js" }[subtype] ?? subtype.replace(/^.*\+/, "");
        const named = /filename="?([^";]+)/i.exec(this.headers.get("Content-Disposition") ?? "");
        return {
          contentType, mimeType, mimeFormat, charset: charset?.slice(8) ?? "utf8", fileExtension,
          fileName: named ? named[1] : "response." + fileExtension
        };
      }

      dataURI() {
        return "data:" + this.contentInfo().contentType + ";base64, " + this.stream.toString("base64");
      }

      encoding() { return { format: this.headers.get("Content-Encoding"), source: "HEADER" }; }
      details() {
        const name = reasons[this.code] ?? this.status;
        return { name, detail: "", code: this.code, standardName: name };
      }

      toJSON() {
        const { id, status, code, responseTime, responseSize } = this;
        return {
          id, status, code, header: this.headers.toJSON(), stream: this.stream.toJSON(), cookie: this.cookies.toJSON(),
          responseTime, responseSize
        };
      }

      static isResponse(value) { return value instanceof Response; }
    }

    let jobResponse;

    /** `pm.response.to` and `pm.request.to` begin an assertion; the answers of sends have none. */
    const defineTo = (target) =>
      defineProperty(target, "to", { get() { return chaiParts().expect(this).to; }, configurable: true });

    prepare(() => {
      if (!isPostman) defineProperty(Response.prototype, "body", { get() { return this.text(); }, configurable: true });
      if (!job.response) return;
      jobResponse = new Response(job.response, { text: () => host.bodyText(), bytes: () => host.bodyBytes() });
      defineTo(jobResponse);
    });
    """#
}
