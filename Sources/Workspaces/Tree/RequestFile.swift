/// A request's file as read: the definition to edit, and the text that a save will patch. The file of a folder or a
/// collection is one, too; its `bytes` are empty if there is none yet.
package struct RequestFile: Hashable, Sendable {
  /// Absolute.
  package var path: String
  package var definition: RequestDefinition
  /// The problems in the file, each with its place.
  package var notices: [Notice]
  /// The bytes that were read.
  package internal(set) var bytes: [UInt8]
  /// The authentication schemes that the request may use.
  let schemes: AuthenticationSchemes

  init(path: String, bytes: [UInt8], schemes: AuthenticationSchemes = .builtIn) throws(WorkspaceError) {
    let read: (RequestDefinition, [Notice])
    if let kind = SettingsFile.kind(at: path) {
      let file = try Workspace.settings(path, bytes, named: SettingsFile.folderName(of: path), schemes)
      read = (RequestDefinition(file.settings, of: kind, named: file.name, sequence: file.sequence), file.notices)
    } else if BruFormat.isFile(path) {
      read = try BruFormat.definition(bytes, path, schemes)
    } else {
      var reader = RequestReader(path: path, document: try parsed(bytes, path), schemes: schemes)
      read = try reader.definition()
    }
    self.path = path
    self.bytes = bytes
    self.schemes = schemes
    definition = read.0
    notices = read.1
  }
}

/// An environment as read from its file, with secrets filled in from the user's store.
package struct EnvironmentFile: Hashable, Sendable {
  package var path: String
  package var environment: Environment
  package var notices: [Notice]
  package internal(set) var bytes: [UInt8]
}

/// Parses the bytes; errors name the file.
func parsed(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> YAMLDocument {
  do { return try YAMLDocument(bytes) } catch {
    throw .invalid(Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
  }
}
