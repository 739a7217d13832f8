import Basics
package import HTTPModel
import Workspaces

extension CurlImport {
  /// The cookie files of a command: `-b FILE` is read and `-c FILE` is written. With either, curl also keeps the
  /// cookies of responses from one redirect to the next.
  package struct Cookies: Hashable, Sendable {
    /// Cookies from files, for any host.
    package var known: [Cookie] = []
    /// The value of `-b NAME=VALUE` for every host, unless there is a Cookie header.
    package var given: String?
    package var savesTo: String?
  }
}

/// Reads the cookie files of an operation.
struct CurlCookieFiles {
  /// `nil` without cookie files: cookies of responses are dropped.
  private(set) var cookies: CurlImport.Cookies?

  init(_ operation: CurlOperation, input: CurlInput, notices: inout [Notice]) {
    let settings = operation.settings.filter { $0.option.name == "cookie" }
    let savesTo = operation.values("cookie-jar").last
    guard savesTo != nil || settings.contains(where: Self.isFile) else { return }
    var cookies = CurlImport.Cookies(savesTo: savesTo)
    let given = settings.filter { !Self.isFile($0) }.map(\.value)
    if !operation.headerNames.contains("cookie"), !given.isEmpty { cookies.given = given.joined(separator: ";") }
    for setting in settings where Self.isFile(setting) && !setting.value.isEmpty {
      let path = setting.value.hasPrefix("@") ? String(setting.value.dropFirst()) : setting.value
      guard let bytes = input.read(path) else {
        // Not repeated: a value without `=` may be a cookie whose name was forgotten.
        let words = "-b is neither NAME=VALUE nor a readable file: its cookies are not carried over"
        notices.warn(line: setting.line, words)
        continue
      }
      let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map {
        String($0)
      }
      if lines.contains(where: { $0.lowercased().hasPrefix("set-cookie:") }) {
        notices.append(
          Notice(.error, line: setting.line, "\(path) has headers, not cookies in Netscape's format"))
      }
      cookies.known += lines.flatMap { CookieFile.cookies($0) }
    }
    self.cookies = cookies
  }

  func pairs(for url: String) -> String? {
    guard let cookies, !cookies.known.isEmpty else { return nil }
    let jar = CookieJar(order: .curl)
    for cookie in cookies.known { jar.set(cookie) }
    let pairs = jar.cookies(for: url).map { "\($0.name)=\($0.value)" }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  /// Without an equals sign, `-b` gives a file name.
  static func isFile(_ setting: CurlOperation.Setting) -> Bool {
    setting.value.hasPrefix("@") || !setting.value.utf8.contains(UInt8(ascii: "="))
  }
}
