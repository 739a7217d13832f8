import Interchange
import Synchronization

/// Gives a curl command line access to this machine's files and standard input, as curl would have.
enum CurlSurroundings {
  static func live() -> CurlImport.Surroundings {
    let input = StandardInput()
    var surroundings = CurlImport.Surroundings(
      readFile: { bytes(of: $0) }, standardInput: { input.bytes })
    surroundings.isHere = true
    return surroundings
  }

  fileprivate static func bytes(of path: String) -> [UInt8]? {
    // The import reports an unreadable file together with the option that names it.
    try? InputFile.bytes(of: path)
  }
}

/// Standard input for several readers, read once on first use.
private final class StandardInput: Sendable {
  private let content = Mutex<[UInt8]?>(nil)

  var bytes: [UInt8]? {
    content.withLock { content in
      if content == nil { content = CurlSurroundings.bytes(of: "-") }
      return content
    }
  }
}
