package import Basics
import Documents
import HTTPModel
import SessionModel
import Terminal
import Workspaces

extension ResponseReducer {
  /// `s`: saves the exact bytes of the body, or of the displayed part, to a file.
  mutating func askWhereToSave() {
    guard let out = outgoing(isExact: true) else { return context.say("No answer with a body to save yet") }
    let title = "Save \(out.what) as (\(Quantity.bytes(out.store.count)))"
    context.ask(Prompt(title, .response(.saveBody), text: out.name, verb: "save"))
  }

  /// The content to export: the displayed part or text, else the body.
  /// - Parameter isExact: exports the bytes of an answer in parts instead of the joined document.
  private func outgoing(
    isExact: Bool = false
  ) -> (store: ByteStore, name: String, what: String, kind: DocumentKind)? {
    if case .document(let reading, let title)? = pane.derivedViews.last(where: {
      if case .document = $0 { true } else { false }
    }) {
      let kind = reading.document.kind
      let name = title.filter { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      return (reading.document.store, name.isEmpty ? "part\(kind.fileSuffix)" : name, "the \(title)", kind)
    }
    guard let exchange = pane.exchange, let store = isExact ? exchange.body : exchange.answerBody else {
      return nil
    }
    let what = exchange.failure == nil ? "the body" : "the partial body"
    return (store, exchange.suggestedFileName, what, pane.body?.document.kind ?? .binary)
  }

  mutating func saveBody(to path: String) {
    guard let store = outgoing(isExact: true)?.store else { return }
    guard !path.trimmed.isEmpty else { return }
    context.run(.document(.save(store, path: path.trimmed, replacing: false)))
  }

  /// `^E`: opens the body in the user's editor, for viewing.
  mutating func openBodyExternally() {
    guard let out = outgoing() else { return context.say("No body to open yet") }
    context.run(.system(.open(out.store, suffix: out.kind.fileSuffix)))
  }

  /// `|`: pipes the body to a command that owns the terminal until it exits.
  mutating func askWhereToPipe() {
    guard let out = outgoing() else { return context.say("No body to pipe yet") }
    context.ask(Prompt("Pipe \(out.what) to (empty: $PAGER)", .response(.pipe), verb: "run"))
  }

  mutating func pipeBody(to command: String) {
    guard let store = outgoing()?.store else { return }
    context.run(.system(.pipe(store, command: command.trimmed.isEmpty ? nil : command.trimmed)))
  }
}

extension DocumentKind {
  /// The suffix from which an editor recognises the file type.
  var fileSuffix: String {
    switch self {
    case .json: ".json"
    case .jsonSequence: ".jsonl"
    case .xml: ".xml"
    case .html: ".html"
    case .yaml: ".yaml"
    case .csv(let separator): separator == 0x09 ? ".tsv" : ".csv"
    case .javaScript: ".js"
    case .css: ".css"
    case .image(let format): ".\(format.rawValue)"
    case .binary: ".bin"
    case .form, .eventStream, .multipart, .text: ".txt"
    }
  }
}

extension ResponseReducer {
  /// `y`: lists everything in the request and response that can be copied, with sizes.
  mutating func showCopyMenu() {
    var items = [
      Picker.Item(id: "curl", title: "cURL", detail: "secrets masked"),
      Picker.Item(id: "curl-exact", title: "cURL, exact", detail: "the same bytes, secrets masked"),
      Picker.Item(id: "curl-secrets", title: "cURL with secrets"),
      Picker.Item(id: "curl-exact-secrets", title: "cURL, exact, with secrets"),
    ]
    let forms = context.app.formats.exports
    items += forms.filter { $0.id == Self.ownCommand }.map(Self.item)
    items += [
      Picker.Item(id: "export", title: "Export to a file…"),
      Picker.Item(id: "url", title: "URL", detail: pane.exchange?.finalURL ?? subject.draft.url),
    ]
    if let body = subject.draft.body.mainText {
      items.append(Picker.Item(id: "request-body", title: "Request body", detail: Quantity.bytes(body.utf8.count)))
    }
    if let reading = pane.document, let path = reading.document.path(at: reading.view) {
      items.append(Picker.Item(id: "value", title: "Value under the cursor", detail: shownValue))
      items.append(Picker.Item(id: "path", title: "Path of the value", detail: pathOfValue ?? path.expression))
    }
    if let body = pane.body {
      items.append(Picker.Item(id: "body", title: "Response body", detail: Quantity.bytes(body.document.store.count)))
    }
    if let shown = pane.document, shown.document != pane.body?.document {
      items.append(
        Picker.Item(id: "shown", title: "Document on the screen", detail: Quantity.bytes(shown.document.store.count)))
    }
    // There are many other forms, so they come last.
    items += forms.filter { !Self.formsAbove.contains($0.id) }.map(Self.item)
    for (index, header) in (pane.exchange?.response?.headers.fields ?? []).enumerated() {
      items.append(Picker.Item(id: "header-\(index)", title: "Header \(header.name)", detail: header.value))
    }
    context.pick(Picker("Copy", .response(.copy), items: items))
  }

  private static let ownCommand = "apus"
  /// The forms that stand further up, and our JSON, which is not copied.
  private static let formsAbove = Set([ExportForm.curl, .exactCurl, .json].map(\.id) + [ownCommand])

  private static func item(_ form: ExportForm) -> Picker.Item {
    Picker.Item(id: form.id, title: form.title, detail: "secrets masked")
  }

  mutating func pickedCopy(_ id: String) {
    let response = pane
    switch id {
    case "curl": copyAsCurl(.short, revealsSecrets: false)
    case "curl-exact": copyAsCurl(.exact, revealsSecrets: false)
    case "curl-secrets": copyAsCurl(.short, revealsSecrets: true)
    case "curl-exact-secrets": copyAsCurl(.exact, revealsSecrets: true)
    case "export": context.perform(.export(.formRequested(.request(key))))
    case "url": context.copy(response.exchange?.finalURL ?? subject.draft.url, as: "the URL")
    case "request-body": context.copy(subject.draft.body.mainText ?? "", as: "the request body")
    case "value": copyValue()
    case "path": if let path = pathOfValue { context.copy(path, as: "the path") }
    case "shown":
      guard let store = response.document?.document.store else { return }
      copyBytes(of: store, "the document")
    case "body":
      guard let store = response.body?.document.store else { return }
      copyBytes(of: store, "the body")
    default:
      if let form = context.app.formats.exports.first(where: { $0.id == id }) {
        return context.perform(.export(.copied(ExportOrder(target: .request(key), form: form))))
      }
      let fields = response.exchange?.response?.headers.fields ?? []
      guard let index = Int(id.dropFirst("header-".count)), fields.indices.contains(index) else { return }
      context.copy(fields[index].value, as: "the header \(fields[index].name)")
    }
  }

  mutating func copyAsCurl(_ style: CurlCommand.Style, revealsSecrets: Bool) {
    let session = subject.session
    context.run(
      .transfer(
        .copyAsCurl(
          key, session.draft, context.app.terms(of: session), style: style, revealsSecrets: revealsSecrets)))
  }

  /// The start of the value under the cursor, on one line.
  private var shownValue: String {
    guard let value = ValueUnderCursor(pane) else { return "" }
    return value.isWhole ? preview(of: value.text) : "too large for a preview"
  }

  /// The path of the value under the cursor in the body, mapped back through filters.
  private var pathOfValue: String? {
    guard let reading = pane.document else { return nil }
    return (pane.placeInBody ?? reading.document.path(at: reading.view))?.expression
  }

  /// The limit for the clipboard: terminals truncate or refuse more.
  static var clipboardLimit: Int { 8 << 20 }

  mutating func copyBytes(of store: ByteStore, _ label: String) {
    copyBytes(store.bytes(in: 0..<min(store.count, Self.clipboardLimit)), of: store.count, label: label)
  }

  private mutating func copyBytes(_ bytes: [UInt8], of total: Int, label: String) {
    guard total <= Self.clipboardLimit else {
      return context.say(
        "\(Quantity.bytes(total)) is too large for the clipboard: \(key: "saveBody") saves it to a file", .warning)
    }
    context.copy(String(decoding: bytes, as: UTF8.self), as: label)
  }

  /// Copies the selected lines as displayed.
  private mutating func copyLines(_ lines: ClosedRange<Int>, of reading: ResponsePane.Reading) {
    guard let text = reading.document.text(ofLines: lines, in: reading.view, limit: Self.clipboardLimit) else {
      return context.say("Too many lines for the clipboard: \(key: "saveBody") saves the body to a file", .warning)
    }
    pane.reading?.anchor = nil
    context.copy(text, as: Quantity.amount(lines.count, "line"))
  }

  /// `Y`: copies the selected lines, else the value under the cursor; in a list, its line.
  mutating func copyValue() {
    if let reading = pane.reading {
      if let marked = reading.marked { return copyLines(marked, of: reading) }
      if let range = reading.document.valueRange(at: reading.view), range.count > Self.clipboardLimit {
        return copyBytes([], of: range.count, label: "the value")
      }
      if let value = reading.document.plainValue(at: reading.view) {
        return copyBytes(Array(value.utf8), of: value.utf8.count, label: "the value")
      }
      let lines = reading.document.lines(in: reading.view)
      guard let line = lines.first(where: \.isCursor) else { return }
      let range = line.byteRange
      guard range.count <= Self.clipboardLimit else { return copyBytes([], of: range.count, label: "") }
      return copyBytes(reading.document.source(range, in: reading.view), of: range.count, label: "the line")
    }
    guard let line = currentFact, let text = line.copyText else { return }
    context.copy(text, as: line.copyLabel)
  }
}

extension Exchange {
  /// From Content-Disposition (RFC 6266), else the last segment of the URL's path; never contains a folder.
  var suggestedFileName: String {
    let named = response?.headers["Content-Disposition"].flatMap(ContentDisposition.fileName)
    let safe = (named ?? nameInURL).asFileName
    return safe.isEmpty ? "response" : safe
  }

  private var nameInURL: String {
    guard let url = finalURL, let scheme = url.firstRange(of: "://") else { return "" }
    let path = url[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").dropFirst().last.map(String.init) ?? ""
  }
}

/// Parses the file name in a Content-Disposition field.
enum ContentDisposition {
  /// Prefers `filename*`, which has a charset (RFC 8187), to `filename`, its fallback for older programs.
  static func fileName(_ field: String) -> String? {
    let parameters = ParameterizedField(field).parameters
    return parameters["filename*"].flatMap(extended) ?? parameters["filename"]
  }

  /// Decodes `UTF-8'en'na%C3%AFve.txt`.
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return PercentEncoding.decodedText(parts[2])
  }
}

extension String {
  /// Removes everything that would make it a path, hide the file or control the terminal.
  fileprivate var asFileName: String {
    let last = split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let safe = String(
      last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F && !$0.properties.isDefaultIgnorableCodePoint }
        .map(Character.init))
    return String(safe.trimmed.drop { $0 == "." }.prefix(120))
  }
}

/// Commands that export a request or its response.
enum OutCommands {
  static let all: [Command] = [copy, copyAsCurl, copyValue, saveBody, pipe, openExternally]

  private static let copy = Command(
    "copy", "Copy: cURL, URL, body, value, path", [.character("y")], section: .request, rank: 80,
    footer: .word("copy", lead: (17, [.document, .facts]), also: (42, [.url, .rows])),
    refusal: { $0.refusalToCopyRequest },
    handler: { state in
      switch state.focus {
      case .tree: state.inTree { $0.inResponse { $0.showCopyMenu() } }
      case .request: state.inRequest { $0.inResponse { $0.showCopyMenu() } }
      case .response: state.inResponse { $0.showCopyMenu() }
      }
    })

  private static let copyAsCurl = Command(
    "copyAsCurl", "Copy the request as cURL (grpcurl, websocat)", section: .request, rank: 90,
    refusal: { $0.refusalWithoutReadableRequest ?? $0.refusalOfSettings },
    handler: { $0.inResponse { $0.copyAsCurl(.short, revealsSecrets: false) } })

  private static let copyValue = Command(
    "copyValue", "Copy the value under the cursor, or the marked lines", [.character("Y")], in: Context.response,
    section: .reading, rank: 240, handler: { $0.inResponse { $0.copyValueRequested() } })

  private static let saveBody = Command(
    "saveBody", "Save the body to a file", [.character("s")], in: Context.response, section: .reading, rank: 250,
    footer: .word("save body"), refusal: refusalWithoutBody, handler: { $0.inResponse { $0.askWhereToSave() } })

  private static let pipe = Command(
    "pipe", "Pipe the body to a command", [.character("|")], in: Context.response, section: .reading, rank: 260,
    refusal: refusalWithoutBody, handler: { $0.inResponse { $0.askWhereToPipe() } })

  private static let openExternally = Command(
    "openExternally", "Open the body in $EDITOR", [.control("e"), .function(4)], in: Context.response,
    section: .reading, rank: 270, refusal: refusalWithoutBody,
    handler: { $0.inResponse { $0.openBodyExternally() } })

  private static let refusalWithoutBody: @Sendable (AppState) -> String? = { state in
    state.session?.response.exchange?.body == nil ? "No answer with a body yet" : nil
  }
}

extension Action {
  /// The file for a body already exists: asks whether to replace it.
  package static func saveCollided(_ store: ByteStore, path: String) -> Action {
    let save = Action.effect(.document(.save(store, path: path, replacing: true)))
    return .asked(
      .confirm("Save the body", "\(path) exists. Replace it?", yes: save),
      orSay: "\(path) exists. Not saved: save again to confirm")
  }
}
