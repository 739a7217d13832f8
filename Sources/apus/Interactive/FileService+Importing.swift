import Explorer
import Interchange
import Sessions
import Workspaces

extension FileService {
  /// Imports a file, a folder of Bruno or pasted text, whole or not at all.
  func take(_ order: ImportOrder, _ post: Services.Post) {
    do {
      let (made, notices) = try imported(order)
      tree = workspace.tree()
      treeChanged()
      let count = made.paths.count
      let said = count == 1 ? "Imported 1 request" : "Imported \(count) requests"
      post(.files(.changed(tree, select: made.paths.first.map { .request($0) }, undo: nil, said: said)))
      guard let notice = notices.first else { return }
      let more = notices.count > 1 ? " (and \(notices.count - 1) more)" : ""
      post(.notified(.warning, "\(said), but not all of it is carried over: \(notice)\(more)"))
    } catch WorkspaceError.secretsWouldBeWritten(_, let names) {
      var again = order
      again.consent.insert(.writingSecrets)
      let what = "The files would hold the secret \(names.joined(separator: ", "))"
      post(.files(.changeNeedsConsent(.importing(again), what)))
    } catch {
      post(.files(.failed("Not imported. \(error)")))
    }
  }

  private func imported(_ order: ImportOrder) throws -> (made: ImportDestination.Outcome, notices: [Notice]) {
    let mayWrite = order.consent.contains(.writingSecrets)
    let destination = try ImportDestination(into: order.folder, stateFolder: workspace.stateFolder)
    let source: ImportSource
    switch order.source {
    case .text(let text): source = ImportSource(Array(text.utf8))
    case .path(let typed):
      let path = HomePath.expanded(typed, process)
      if let older = try BrunoFolder.open(path, from: nil) {
        let made = try destination.write(older, mayWriteSecrets: mayWrite)
        return (made, older.notices + made.notices)
      }
      source = ImportSource(try InputFile.bytes(of: path), path: path)
    }
    let content = try source.read()
    let made = try destination.write(content, mayWriteSecrets: mayWrite)
    return (made, content.notices + made.notices)
  }
}
