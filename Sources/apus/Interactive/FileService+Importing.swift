import Explorer
import Interchange
import Sessions
import Workspaces

extension FileService {
  /// Imports a file, a Bruno folder or pasted text, completely or not at all.
  ///
  /// Reads the source concurrently, because a large one would delay saves and drafts.
  func take(_ order: ImportOrder, _ post: @escaping Services.Post) {
    let reading = Task.detached { [weak self, process] in
      await StepNews.of("Importing", post) { post in
        do {
          let content = try ImportContent(order.source, process)
          await self?.write(content, order, post)
        } catch {
          post(.files(.failed("Not imported: \(error)")))
        }
      }
    }
    imports.append(reading)
  }

  private func write(_ content: ImportContent, _ order: ImportOrder, _ post: Services.Post) {
    do throws(WorkspaceError) {
      let mayWrite = order.consent.contains(.writingSecrets)
      let destination = try ImportDestination(into: order.folder, of: workspace)
      let made = try content.write(to: destination, mayWriteSecrets: mayWrite)
      tree = workspace.tree()
      treeChanged()
      let count = made.paths.count
      let message = count == 1 ? "Imported 1 request" : "Imported \(count) requests"
      let select = made.paths.first.map { tree.has(.collection($0)) ? TreeRow.ID.collection($0) : .request($0) }
      let undo = undo(of: made.created, label: message, item: select)
      post(.files(.changed(tree, select: select, undo: undo, said: message)))
      // The warnings about the new files come first: a credential must not be hidden by the count of what is lost.
      let parts =
        Self.listed(made.notices, as: "") + Self.listed(content.notices, as: "not all of it is carried over: ")
      if !parts.isEmpty { post(.notified(.warning, "\(message), but \(parts.joined(separator: "; "))")) }
    } catch .secretsWouldBeWritten(_, let names) {
      var again = order
      again.consent.insert(.writingSecrets)
      let what = "The files would contain the secret \(names.joined(separator: ", "))"
      post(.files(.changeNeedsConsent(.importing(again), what)))
    } catch {
      post(.files(.failed("Not imported: \(error)")))
    }
  }

  /// The first notice and the number of others; empty without any.
  private static func listed(_ notices: [Notice], as what: String) -> [String] {
    guard let first = notices.first else { return [] }
    return ["\(what)\(first)" + (notices.count > 1 ? " (and \(notices.count - 1) more)" : "")]
  }

  /// The kind of item at a path relative to the folder in which Apus was started.
  func found(at typed: String) -> FoundPath {
    let path = HomePath.expanded(typed, process)
    func stamp(_ path: String) -> FileStamp? {
      // An inaccessible file cannot be imported either.
      (try? FileSystem.live.stamp(path)) ?? nil
    }
    guard let there = stamp(path) else { return .nothing }
    guard there.isDirectory else { return .importable }
    return stamp("\(path)/bruno.json") == nil ? .folder : .importable
  }
}

/// The content read by an import.
private enum ImportContent: Sendable {
  case older(OlderCollection)
  case collection(ImportedCollection)

  init(_ source: ImportOrder.Source, _ process: [String: String]) throws {
    switch source {
    case .text(let text): self = .collection(try ImportSource(Array(text.utf8)).read())
    case .path(let typed):
      let path = HomePath.expanded(typed, process)
      if let older = try BrunoFolder.open(path, from: nil) {
        self = .older(older)
      } else {
        self = .collection(try ImportSource(try InputFile.regular(path), path: path).read())
      }
    }
  }

  var notices: [Notice] {
    switch self {
    case .older(let older): older.notices
    case .collection(let collection): collection.notices
    }
  }

  func write(
    to destination: ImportDestination, mayWriteSecrets: Bool
  ) throws(WorkspaceError) -> ImportDestination.Outcome {
    switch self {
    case .older(let older): try destination.write(older, mayWriteSecrets: mayWriteSecrets)
    case .collection(let collection): try destination.write(collection, mayWriteSecrets: mayWriteSecrets)
    }
  }
}
