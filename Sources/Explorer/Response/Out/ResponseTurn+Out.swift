import Basics
import Documents
import Networking

extension ResponseTurn {
  /// `s`: saves the exact bytes of the body, or of the displayed part, to a file.
  mutating func askWhereToSave() -> [Outcome] {
    guard let out = outgoing else { return say(.information, "No answer with a body to save yet") }
    let title = "Save \(out.what) as (\(Quantity.bytes(out.store.count)))"
    return [.ask(Prompt(title, .saveBody, text: out.name))]
  }

  /// What to export: the displayed part or text, else the body.
  private var outgoing: (store: ByteStore, name: String, what: String, kind: DocumentKind)? {
    if case .document(let reading, let title)? = pane.looks.last(where: {
      if case .document = $0 { true } else { false }
    }) {
      let kind = reading.document.kind
      let name = title.filter { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      return (reading.document.store, name.isEmpty ? "part\(kind.fileSuffix)" : name, "the \(title)", kind)
    }
    guard let exchange = pane.exchange, let store = exchange.body else { return nil }
    return (store, exchange.suggestedFileName, "the body", pane.body?.document.kind ?? .binary)
  }

  mutating func saveBody(to path: String) -> [Outcome] {
    guard let store = outgoing?.store else { return [] }
    guard !path.trimmed.isEmpty else { return [] }
    return [.document(.save(store, path: path.trimmed, replacing: false))]
  }

  /// `^E`: opens the body in the user's editor, for viewing.
  mutating func openBodyExternally() -> [Outcome] {
    guard let out = outgoing else { return say(.information, "No body to open yet") }
    return [.system(.open(out.store, suffix: out.kind.fileSuffix))]
  }

  /// `|`: pipes the body to a command that owns the terminal until it exits.
  mutating func askWhereToPipe() -> [Outcome] {
    guard let out = outgoing else { return say(.information, "No body to pipe yet") }
    return [.ask(Prompt("Pipe \(out.what) to (empty: $PAGER)", .pipe))]
  }

  mutating func pipeBody(to command: String) -> [Outcome] {
    guard let store = outgoing?.store else { return [] }
    return [.system(.pipe(store, command: command.trimmed.isEmpty ? nil : command.trimmed))]
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
