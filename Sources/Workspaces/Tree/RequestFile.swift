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
  let schemes: AuthenticationSchemes

  init(path: String, bytes: [UInt8], schemes: AuthenticationSchemes = .builtIn) throws(WorkspaceError) {
    let read: (RequestDefinition, [Notice])
    if let kind = SettingsFile.kind(at: path) {
      read = try SettingsFile.definition(path, bytes, kind, schemes)
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

/// The file with the settings that a folder or a collection shares with the requests below it.
package enum SettingsFile {
  /// The kind of settings in a file, by its name, which no request can have; `nil` for any other file.
  package static func kind(at path: String) -> RequestDefinition.Kind? {
    let name = FilePaths.name(of: path).lowercased()
    if CollectionLoader.folderNames.contains(name) { return .folder }
    return CollectionLoader.rootNames.contains(name) || name == BruFormat.collectionFile ? .collection : nil
  }

  static func folderName(of path: String) -> String { FilePaths.name(of: FilePaths.parent(of: path) ?? path) }

  /// The settings in the file, named as it says, else like its folder.
  fileprivate static func definition(
    _ path: String, _ bytes: [UInt8], _ kind: RequestDefinition.Kind, _ schemes: AuthenticationSchemes
  ) throws(WorkspaceError) -> (RequestDefinition, [Notice]) {
    if BruFormat.isFile(path) {
      var reader = try BruFormat.reader(bytes, path, schemes)
      let name = reader.document.value("meta", "name") ?? folderName(of: path)
      let made = RequestDefinition(reader.shared(), of: kind, named: name, sequence: reader.sequence)
      return (made, BruFormat.notices(of: reader, path))
    }
    let document = try parsed(bytes, path)
    var reader = NodeReader(path: path, source: document.source, schemes: schemes)
    let settings = SettingsReader.shared(document.root, &reader)
    let info = document.root?["info"]
    let name = info?["name"]?.text ?? ""
    let made = RequestDefinition(
      settings, of: kind, named: name.isEmpty ? folderName(of: path) : name, sequence: info?["seq"]?.number)
    return (made, reader.notices)
  }
}

extension Workspace {
  /// The file for the settings of a folder or a collection, whether it exists or not.
  package func settingsPath(of folder: String) -> String {
    let isRoot = Self.isCollection(folder, files)
    let found = settingsNames(isRoot: isRoot).lazy.map { FilePaths.join(folder, $0) }.first { [files] path in
      files.examined(path) != nil
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

  /// The settings that a folder or a collection, given by its absolute path, shares with the requests below it; empty
  /// if it has no file.
  package func settings(of folder: String) throws(WorkspaceError) -> RequestFile {
    for name in settingsNames(isRoot: Self.isCollection(folder, files)) {
      let path = FilePaths.join(folder, name)
      if let bytes = try readIfPresent(path) { return try settings(path, bytes) }
    }
    return try settings(settingsPath(of: folder), [])
  }

  /// The same, given the path of their file.
  func settings(at path: String) throws(WorkspaceError) -> RequestFile {
    let bytes = try readIfPresent(path)
    if bytes == nil, let folder = FilePaths.parent(of: path) {
      let stamp = try onDisk { () throws(FileError) in try files.stamp(folder) }
      guard stamp?.isDirectory == true else { throw .file(FileError(path, .missing, "its folder no longer exists")) }
    }
    return try settings(path, bytes ?? [])
  }

  private func settings(_ path: String, _ bytes: [UInt8]) throws(WorkspaceError) -> RequestFile {
    var file = try RequestFile(path: path, bytes: bytes, schemes: schemes)
    if file.definition.kind == .collection, BruFormat.isFile(path), let folder = FilePaths.parent(of: path) {
      try addOlderConfig(of: folder, to: &file.definition)
    }
    return file
  }
}

extension RequestFile {
  /// The part that a folder or a collection shares.
  package var settings: SharedSettings { definition.shared }

  /// The file's text with the settings written into it. A missing `folder.yml` is created.
  func text(with settings: SharedSettings) throws(WorkspaceError) -> (bytes: [UInt8], lostComments: [String]) {
    let isNew = bytes.isEmpty
    let start = SettingsWriter.folder(named: definition.name, sequence: definition.sequence)
    let base = isNew ? YAMLEmitter.file(start) : bytes
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
    } || mayHaveScripts
  }

  package var mayHaveScripts: Bool {
    bytes.withUnsafeBytes { text in Self.contains("script", text) || Self.contains("tests {", text) }
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
  package func source(at path: String) throws(WorkspaceError) -> RequestSource {
    let bytes = try onDisk { () throws(FileError) in try files.read(path, FileSystem.largestFile) }
    return RequestSource(path: path, bytes: bytes, schemes: schemes)
  }
}
