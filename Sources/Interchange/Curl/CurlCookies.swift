package import Networking
import Workspaces

extension CurlImport {
  /// The cookie files of a command: what `-b FILE` reads and `-c FILE` writes. With either, curl also keeps the cookies
  /// of answers from one redirect to the next.
  package struct Cookies: Hashable, Sendable {
    /// Cookies from files, for any host.
    package var known: [Cookie] = []
    /// The value of `-b NAME=VALUE` for every host, unless there is a Cookie header.
    package var given: String?
    /// The file that all of them are written to afterwards.
    package var savesTo: String?
  }
}

/// Reads the cookie files of an operation.
struct CurlCookieFiles {
  /// `nil` if no file is given, so that cookies of answers are dropped.
  private(set) var cookies: CurlImport.Cookies?

  init(_ operation: CurlOperation, url: String, input: CurlInput, notices: inout [ImportNotice]) {
    let settings = operation.settings.filter { $0.option.name == "cookie" }
    let savesTo = operation.values("cookie-jar").last
    guard savesTo != nil || settings.contains(where: Self.isFile) else { return }
    var cookies = CurlImport.Cookies(savesTo: savesTo)
    let given = settings.filter { !Self.isFile($0) }.map(\.value)
    let isWritten = CurlHeaders.names(operation).contains { $0.lowercased() == "cookie" }
    if !isWritten, !given.isEmpty { cookies.given = given.joined(separator: ";") }
    for setting in settings where Self.isFile(setting) && !setting.value.isEmpty {
      let path = setting.value.hasPrefix("@") ? String(setting.value.dropFirst()) : setting.value
      guard let bytes = input.read(input.content(of: path, isDotInput: false)) else {
        notices.append(ImportNotice(.warning, line: setting.line, "cookies in the file \(path) are not carried over"))
        continue
      }
      let (known, unsent) = Self.read(String(decoding: bytes, as: UTF8.self), url: url)
      cookies.known += known
      if !unsent.isEmpty {
        let names = unsent.map(\.name).joined(separator: ", ")
        notices.append(
          ImportNotice(
            .warning, line: setting.line, "\(names) in \(path): curl sends no cookie without a domain; add Domain="))
      }
    }
    if operation.isOn("junk-session-cookies") { cookies.known.removeAll { $0.expires == nil } }
    self.cookies = cookies
  }

  /// The cookies for a request to `url`.
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

  /// The seven fields of Netscape's format, or headers as sent by servers; each line may be either. curl never sends
  /// the cookie of a header without a domain, unless the host is an address.
  private static func read(_ text: String, url: String) -> (known: [Cookie], unsent: [Cookie]) {
    var (known, unsent): ([Cookie], [Cookie]) = ([], [])
    let isAddress = Cookie.isAddress(URLParts(url).host ?? "")
    for line in text.linesOfCurl {
      let mark = "set-cookie:"
      guard line.prefix(mark.count).lowercased() == mark else {
        known += CookieFile.cookies(line)
        continue
      }
      guard var cookie = Cookie(setCookie: String(line.dropFirst(mark.count)), from: url) else { continue }
      // A cookie without a path matches all paths and is sent after those with one.
      if !names("path=", in: line) { cookie.path = "" }
      if isAddress || names("domain=", in: line) { known.append(cookie) } else { unsent.append(cookie) }
    }
    return (known, unsent)
  }

  private static func names(_ attribute: String, in line: String) -> Bool {
    line.lowercased().unicodeScalars.split(separator: ";").dropFirst().contains { part in
      part.drop { $0.isCurlSpace }.starts(with: attribute.unicodeScalars)
    }
  }
}
