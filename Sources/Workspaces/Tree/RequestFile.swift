import Basics

/// A request's file as read: the definition to edit, and the text that a save will patch. Also used for the file of a
/// folder or collection, whose `bytes` are empty if it does not exist yet.
package struct RequestFile: Hashable, Sendable {
  /// Absolute.
  package var path: String
  package var definition: RequestDefinition
  /// The problems in the file, each with its position.
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

/// The settings shared by a folder or a collection, as read from its file; `bytes` is empty if it has no file.
package struct SettingsFile: Hashable, Sendable {
  /// Absolute path of `folder.yml` or `opencollection.yml`, whether it exists or not.
  package var path: String
  /// The name in the file, else that of the folder.
  package var name: String
  package var sequence: Double?
  package var settings: SharedSettings
  package var notices: [Notice]
  package internal(set) var bytes: [UInt8]
}

extension SettingsFile {
  /// The kind of settings in a file, by its name, which no request can have; `nil` for any other file.
  package static func kind(at path: String) -> RequestDefinition.Kind? {
    let written = FilePaths.name(of: path)
    // Nearly every name differs from those below in its first letter.
    guard let first = written.utf8.first, CollectionLoader.initials.contains(first | 0x20) else { return nil }
    let name = written.lowercased()
    if CollectionLoader.folderNames.contains(name) { return .folder }
    return CollectionLoader.rootNames.contains(name) || name == BruFormat.collectionFile ? .collection : nil
  }

  static func folderName(of path: String) -> String { FilePaths.name(of: FilePaths.parent(of: path) ?? path) }
}

extension Workspace {
  /// The file for the settings of a folder or a collection, whether it exists or not.
  package func settingsPath(of folder: String) -> String {
    let isRoot = Self.isCollection(folder, files)
    let found = settingsNames(isRoot: isRoot).lazy.map { FilePaths.join(folder, $0) }.first { [files] path in
      // A file that cannot be examined cannot be read either; reading it reports the error.
      ((try? files.stamp(path)) ?? nil) != nil
    }
    if let found { return found }
    // A collection in the older format gets no file of the newer one.
    let isOlder = isReadOnly(collection(of: folder))
    let names = settingsNames(isRoot: isRoot)
    return FilePaths.join(folder, names[isOlder ? names.count - 1 : 0])
  }

  /// The possible names of a settings file; the first that exists is used.
  func settingsNames(isRoot: Bool) -> [String] {
    isRoot ? CollectionLoader.rootNames + [BruFormat.collectionFile] : CollectionLoader.folderNames
  }

  /// The settings of a folder or a collection, given the path of their file; empty if it has no file.
  func sharedSettings(at path: String, of kind: RequestDefinition.Kind) throws(WorkspaceError) -> RequestFile {
    let bytes = try readIfPresent(path)
    if bytes == nil, let folder = FilePaths.parent(of: path) {
      let stamp = try onDisk { () throws(FileError) in try files.stamp(folder) }
      guard stamp?.isDirectory == true else { throw .file(FileError(path, .missing, "its folder no longer exists")) }
    }
    var file = try RequestFile(path: path, bytes: bytes ?? [], schemes: schemes)
    if kind == .collection, BruFormat.isFile(path), let folder = FilePaths.parent(of: path) {
      var settings = file.definition.shared
      try addOlderConfig(of: folder, to: &settings)
      file.definition = RequestDefinition(settings, of: kind, named: file.definition.name)
    }
    return file
  }
}

extension RequestFile {
  /// The same file as inheritable settings.
  var settingsFile: SettingsFile {
    SettingsFile(
      path: path, name: definition.name, sequence: definition.sequence, settings: definition.shared, notices: notices,
      bytes: bytes)
  }
}

extension SettingsFile {
  /// The file's text with the settings written into it, changing only the affected lines; and the comments that would
  /// be lost. A missing `folder.yml` is created.
  func text(with settings: SharedSettings) throws(WorkspaceError) -> (bytes: [UInt8], lostComments: [String]) {
    if BruFormat.isFile(path) { throw BruFormat.notEditable(path) }
    let isNew = bytes.isEmpty
    let base = isNew ? YAMLEmitter.file(SettingsWriter.folder(named: name, sequence: sequence)) : bytes
    var old = self.settings
    if isNew { old.authentication = .inherit }
    return try patched(try parsed(base, path), path) { $0 = SettingsWriter.tree($0, from: old, to: settings) }
  }
}

/// A request's file that was read and listed, to be parsed when the request is sent.
package struct RequestSource: Sendable {
  /// Absolute.
  package let path: String
  private let bytes: [UInt8]
  private let schemes: AuthenticationSchemes

  init(path: String, bytes: [UInt8], schemes: AuthenticationSchemes = .builtIn) {
    self.path = path
    self.bytes = bytes
    self.schemes = schemes
  }

  package func file() throws(WorkspaceError) -> RequestFile {
    try RequestFile(path: path, bytes: bytes, schemes: schemes)
  }

  /// True if the request may need the answer to another one, or set a variable from its own.
  package var mayUseAnswers: Bool {
    bytes.withUnsafeBytes { text in
      Self.contains("set-variable", text) || Self.contains("vars:post-response", text)
        || Self.isInBraces(UInt8(ascii: "|"), text)
    }
  }

  /// True if the request may contain a prompt (`{{?label}}`), or need the answer to one that does.
  package var mayAsk: Bool {
    bytes.withUnsafeBytes { text in
      Self.isInBraces(UInt8(ascii: "?"), text) || Self.isInBraces(UInt8(ascii: "|"), text)
    }
  }

  private static func contains(_ word: StaticString, _ text: UnsafeRawBufferPointer) -> Bool {
    word.withUTF8Buffer { ByteSearch.first(UnsafeRawBufferPointer($0), in: text) != nil }
  }

  /// True if the mark of `{{request | part}}` or `{{?label}}` is in the text.
  static func isInBraces(_ mark: UInt8, _ text: UnsafeRawBufferPointer) -> Bool {
    var places: [Int] = []
    ByteSearch.append(every: mark, in: text, to: &places)
    // A mark is outside if the previous one was, and no brace opened in between.
    var last = 0
    for place in places {
      if opens(text, between: last, and: place) { return true }
      last = place
    }
    return false
  }

  /// True if the last opening or closing braces in the range are `{{`.
  private static func opens(_ text: UnsafeRawBufferPointer, between start: Int, and end: Int) -> Bool {
    var index = end - 1
    while index > start {
      switch text[index] {
      case UInt8(ascii: "}"), 0x0A: return false
      case UInt8(ascii: "{") where text[index - 1] == UInt8(ascii: "{"): return true
      default: index -= 1
      }
    }
    return false
  }
}

extension Workspace {
  /// The file of a request, given by its absolute path.
  package func source(at path: String) throws(WorkspaceError) -> RequestSource {
    let bytes = try onDisk { () throws(FileError) in try files.read(path, FileSystem.largestFile) }
    return RequestSource(path: path, bytes: bytes, schemes: schemes)
  }
}
