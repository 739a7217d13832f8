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
  package func arguments(output: String) -> [String] {
    ["--include_imports", "--include_source_info", "--descriptor_set_out=\(output)"]
      + allImportPaths.map { "--proto_path=\($0)" }
      // A name that begins with a dash would be an option.
      + files.map { $0.hasPrefix("-") ? "./\($0)" : $0 }
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

    package var description: String {
      switch self {
      case .missing(let isMac):
        "protoc, which reads .proto files, is not installed: "
          + (isMac ? "brew install protobuf" : "sudo apt install protobuf-compiler")
      case .refused(let text): Self.words(text)
      }
    }

    /// Its first fault, with the path to look for imports in where one is missing.
    private static func words(_ text: String) -> String {
      let lines = text.split(separator: "\n").map(\.trimmed)
      guard let line = lines.first(where: { !$0.isEmpty }) else { return "protoc failed and said nothing" }
      guard text.contains("File not found") else { return "protoc: \(line)" }
      return "protoc: \(line) An import path for it is missing."
    }
  }
}
