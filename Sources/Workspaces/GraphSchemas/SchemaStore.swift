import Basics
import Networking

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A schema as it was received: an answer to introspection, or the text of a schema.
package struct KeptSchema: Equatable, Sendable {
  package var bytes: [UInt8]
  /// When it was fetched; of a file, when that changed.
  package var date: Date

  package init(bytes: [UInt8], date: Date) {
    self.bytes = bytes
    self.date = date
  }

  /// A larger one is refused, in bytes.
  package static let most = 20 << 20
}

/// The schemas that were fetched, in `.apus/schemas`: one for each source, environment and collection. Fetched again only
/// when the user asks for it.
package struct SchemaStore: Sendable {
  private let files: FileSystem
  private let folder: SchemaFolder

  package init(_ workspace: Workspace) {
    files = workspace.files
    folder = SchemaFolder(workspace.files, in: workspace.privateFolder)
  }

  /// What is kept; of a file, what is in it now. `nil` if there is none.
  package func schema(
    from source: SchemaSource, in context: SendContext
  ) throws(WorkspaceError) -> KeptSchema? {
    let path = try path(of: source, in: context)
    do throws(FileError) {
      guard let stamp = try files.stamp(path) else { return nil }
      let bytes = try files.read(path, KeptSchema.most)
      return KeptSchema(bytes: bytes, date: Date(timeIntervalSince1970: Double(stamp.modified) / 1e9))
    } catch {
      if error.reason == .missing { return nil }
      throw .file(error)
    }
  }

  /// Keeps what was fetched, in place of what was there.
  package func keep(_ bytes: [UInt8], from source: SchemaSource, in context: SendContext) throws(WorkspaceError) {
    let path = try path(of: source, in: context)
    if case .file = source { return }
    try folder.keep(bytes, as: FilePaths.name(of: path))
  }

  private func path(of source: SchemaSource, in context: SendContext) throws(WorkspaceError) -> String {
    guard case .file(let written) = source else {
      let key = [context.folder, context.environment?.name ?? "", source.words].joined(separator: "\n")
      return FilePaths.join(folder.path, "\(Digest.hexadecimal(key.utf8).prefix(24)).schema")
    }
    let real = try onDisk { () throws(FileError) in try files.resolve(written) }
    // A collection reads nothing of the user's that the user has not named.
    guard context.consent?.holds(real) ?? true else {
      throw .file(FileError(written, .refused, "lies outside of the collection; copy the schema into it"))
    }
    return real
  }
}
