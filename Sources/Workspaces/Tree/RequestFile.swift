/// A request's file as read: the definition to edit, and the text that a save will patch.
public struct RequestFile: Hashable, Sendable {
  /// Absolute.
  public var path: String
  public var definition: RequestDefinition
  /// The problems in the file, each with its place.
  public var notices: [Notice]
  /// The bytes that were read.
  public internal(set) var bytes: [UInt8]
  /// The authentication schemes that the request may use.
  let schemes: AuthenticationSchemes

  init(path: String, bytes: [UInt8], schemes: AuthenticationSchemes = .builtIn) throws(WorkspaceError) {
    let read: (RequestDefinition, [Notice])
    if BruFormat.isFile(path) {
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

/// The settings shared by a folder or a collection, as read from its file; `bytes` is empty if it has no file.
public struct SettingsFile: Hashable, Sendable {
  /// Absolute path of `folder.yml` or `opencollection.yml`, whether it exists or not.
  public var path: String
  /// The name in the file, else that of the folder.
  public var name: String
  public var sequence: Double?
  public var settings: SharedSettings
  public var notices: [Notice]
  public internal(set) var bytes: [UInt8]
}

/// An environment as read from its file, with secrets filled in from the user's store.
public struct EnvironmentFile: Hashable, Sendable {
  public var path: String
  public var environment: Environment
  public var notices: [Notice]
  public internal(set) var bytes: [UInt8]
}

/// Parses the bytes; errors name the file.
func parsed(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> YAMLDocument {
  do { return try YAMLDocument(bytes) } catch {
    throw .invalid(Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
  }
}
