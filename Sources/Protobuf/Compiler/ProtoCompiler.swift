internal import Basics

/// How `.proto` files are compiled: by `protoc`, whose arguments and faults are told here. Whoever runs programs runs it.
package struct ProtoCompiler: Hashable, Sendable {
  /// The files to compile.
  package var files: [String]
  /// Where imports are looked for; without any, beside each file.
  package var importPaths: [String]

  package init(files: [String], importPaths: [String] = []) {
    (self.files, self.importPaths) = (files, importPaths)
  }

  package static let program = "protoc"

  /// The arguments that make it print a `FileDescriptorSet` with all imports.
  ///
  /// - Parameter output: the file that it writes.
  /// - Throws: for a path that protoc would read as another one.
  package func arguments(output: String) throws(Failure) -> [String] {
    let paths = allImportPaths
    for path in paths {
      if let mark = path.first(where: Self.separates) { throw .unusable(path: path, mark: mark) }
    }
    return ["--include_imports", "--include_source_info", "--descriptor_set_out=\(output)"]
      + paths.map { "--proto_path=\($0)" }
      // A name that begins with a dash would be an option, and one with an at sign a file of arguments.
      + files.map { $0.hasPrefix("-") || $0.hasPrefix("@") ? "./\($0)" : $0 }
  }

  /// Whether protoc ends a path there: it takes a list of them, and each may be `name=folder`.
  private static func separates(_ mark: Character) -> Bool {
    // As scalars: one that follows may join with the mark to one character.
    mark.unicodeScalars.contains { $0 == ":" || $0 == ";" || $0 == "=" }
  }

  /// Every file has to be below one of the paths.
  private var allImportPaths: [String] {
    var paths = importPaths
    for file in files where !paths.contains(where: { Self.isBelow(file, $0) }) {
      let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
      paths.append(folder.isEmpty ? "/" : folder)
    }
    return paths
  }

  private static func isBelow(_ file: String, _ folder: String) -> Bool {
    if folder == "." { return !file.hasPrefix("/") && !file.hasPrefix("../") }
    return file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Why a `.proto` file has no types, and what helps.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no `protoc`; the name is that of the system's package of it.
    case missing(isMac: Bool)
    /// What it printed on standard error.
    case refused(String)
    /// It would read this path as another one, because of a mark in it.
    case unusable(path: String, mark: Character)

    package var description: String {
      switch self {
      case .missing(let isMac):
        "protoc, which reads .proto files, is not installed: "
          + (isMac ? "brew install protobuf" : "sudo apt install protobuf-compiler")
      case .refused(let text): Self.words(text)
      case .unusable(let path, let mark):
        "protoc cannot be given the folder \(path): it reads \"\(mark)\" as the end of a path; "
          + "rename the folder, or move the .proto files to one without it"
      }
    }

    /// Whether a file that is imported was not found.
    package var missesFile: Bool {
      guard case .refused(let text) = self else { return false }
      return text.contains("File not found")
    }

    /// Its first fault, with the path to look for imports in where one is missing.
    private static func words(_ text: String) -> String {
      let lines = text.split(separator: "\n").map(\.trimmed).filter { !$0.isEmpty }
      // Warnings may come first; they are told only if nothing else is.
      guard let line = lines.first(where: { !isWarning($0) }) ?? lines.first else {
        return "protoc failed and said nothing, as when it crashes; run it on the file by hand"
      }
      guard text.contains("File not found") else { return "protoc: \(line)" }
      return "protoc: \(line) An import path for it is missing."
    }

    private static func isWarning(_ line: String) -> Bool {
      line.hasPrefix("[libprotobuf WARNING") || line.hasPrefix("warning:") || line.hasPrefix("WARNING:")
        || line.contains(": warning: ") || isLoggedWarning(line)
    }

    /// Whether it is a line of newer versions' log: `W0000 00:00:1700000000.000000 …`.
    private static func isLoggedWarning(_ line: String) -> Bool {
      let start = Array(line.utf8.prefix(6))
      return start.count == 6 && start[0] == UInt8(ascii: "W") && start[5] == UInt8(ascii: " ")
        && start[1..<5].allSatisfy(\.isASCIIDigit)
    }
  }
}
