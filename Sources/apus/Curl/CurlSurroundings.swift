import Interchange
import Synchronization

/// What a curl command line may see of this machine when it is sent: files and standard input, as curl would.
enum CurlSurroundings {
  static func live() -> CurlImport.Surroundings {
    let input = StandardInput()
    return CurlImport.Surroundings(readFile: { bytes(of: $0) }, standardInput: { input.bytes })
  }

  fileprivate static func bytes(of path: String) -> [UInt8]? {
    // A file that cannot be read is told by the import, with the option that names it.
    try? InputFile.bytes(of: path)
  }
}

/// Standard input for those who ask more than once: read when it is first asked for.
private final class StandardInput: Sendable {
  private let content = Mutex<[UInt8]?>(nil)

  var bytes: [UInt8]? {
    content.withLock { content in
      if content == nil { content = CurlSurroundings.bytes(of: "-") }
      return content
    }
  }
}
