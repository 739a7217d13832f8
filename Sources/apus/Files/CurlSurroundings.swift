import Interchange
import Networking
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Gives a curl command line access to this machine's files and standard input, as curl would have.
enum CurlSurroundings {
  static func live() -> CurlImport.Surroundings {
    let input = StandardInput()
    var surroundings = CurlImport.Surroundings(
      readFile: { bytes(of: $0) }, variable: { Locale.variable($0) }, standardInput: { input.bytes },
      configurationFile: configurationFile,
      netrcFile: Locale.variable("HOME").map { "\($0)/.netrc" })
    surroundings.isHere = true
    // libcurl is linked into the program.
    surroundings.curlVersion = { CurlTransport.libraryVersion }
    surroundings.changeTime = { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      #if canImport(Darwin)
      return Int(status.st_mtimespec.tv_sec)
      #else
      return Int(status.st_mtim.tv_sec)
      #endif
    }
    return surroundings
  }

  fileprivate static func bytes(of path: String) -> [UInt8]? {
    // The import reports an unreadable file together with the option that names it.
    try? InputFile.bytes(of: path)
  }

  /// curl's own configuration file; candidates are in curl's order.
  private static var configurationFile: String? {
    let places = [
      ("CURL_HOME", ".curlrc"), ("XDG_CONFIG_HOME", ".curlrc"), ("XDG_CONFIG_HOME", "curlrc"), ("HOME", ".curlrc"),
      ("HOME", ".config/curlrc"),
    ]
    return places.compactMap { variable, name in Locale.variable(variable).map { "\($0)/\(name)" } }
      .first { access($0, R_OK) == 0 }
  }
}

/// Standard input for several readers: read once, on first use.
private final class StandardInput: Sendable {
  private let content = Mutex<[UInt8]?>(nil)

  var bytes: [UInt8]? {
    content.withLock { content in
      if content == nil { content = CurlSurroundings.bytes(of: "-") }
      return content
    }
  }
}
