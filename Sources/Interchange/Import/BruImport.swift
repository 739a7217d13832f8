import Basics
import HTTPModel
import Workspaces

/// Imports one `.bru` file: a request, the settings of a collection or folder, or an environment. It uses the same
/// reader as older collections that are opened as folders.
package enum BruImport {
  /// - Throws: `ImportError` if the text has no block.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let file: BruFile
    do { file = try BruFile(bytes, environmentName: name) } catch {
      guard case .invalid(let notice) = error else { throw ImportError("bruno", error.description) }
      throw ImportError("bruno", notice.description)
    }
    var imported = ImportedCollection(format: "bruno", root: ImportedCollection.Folder(name: name))
    imported.notices = file.losses.map { loss in
      let place = loss.lastLine > loss.line ? "lines \(loss.line)-\(loss.lastLine)" : "line \(loss.line)"
      return Notice(.warning, place, loss.message)
    }
    switch file.content {
    case .request(let request):
      if case .unsupported(let kind) = request.kind, !request.kind.isConversation {
        imported.notices = [Notice(.warning, "line 1", "\(request.name) is a \(kind) request: left out")]
      } else {
        imported.root.items = [.request(request, options: TransferOptions())]
      }
    case .settings(let settings):
      imported.root = ImportedCollection.Folder(name: file.name ?? name, settings: settings)
    case .environment(let environment): imported.environments = [environment]
    }
    return imported
  }

  static func recognizes(_ text: String) -> Bool {
    let lines = text.unicodeScalars.prefix(4_000).split(separator: "\n")
    guard let first = lines.first(where: { $0.contains { !$0.isBlank && $0 != "\r" } }) else { return false }
    let name = String(first).prefix { $0 != " " && $0 != ":" }
    let known = [
      "meta", "headers", "auth", "vars", "docs", "script", "tests", "http", "query", "get", "post", "put", "delete",
      "patch", "options", "head", "connect", "trace", "params", "body", "assert", "settings", "example",
    ]
    let line = ForeignText.trimmed(String(first).filter { $0 != "\r" })
    return line.hasSuffix("{") && known.contains(String(name)) || line.hasPrefix("vars:secret [")
  }
}
