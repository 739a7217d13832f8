import Networking

extension CurlImport {
  /// The cookie files of a command: what `-b FILE` reads and `-c FILE` writes. curl then keeps the cookies of answers,
  /// too, from one redirect to the next.
  public struct Cookies: Hashable, Sendable {
    /// Read from files, for whatever hosts.
    public var known: [Cookie] = []
    /// What `-b NAME=VALUE` gives for every host, where no Cookie header is written.
    public var given: String?
    /// Where to write them all afterwards.
    public var savesTo: String?
  }
}

/// Reads the cookie files of an operation.
struct CurlCookieFiles {
  /// `nil` where no file is named, so that answers' cookies are forgotten.
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
        notices.append(ImportNotice(.warning, line: setting.line, "the cookies in the file \(path) are not carried"))
        continue
      }
      let (known, unsent) = Self.read(String(decoding: bytes, as: UTF8.self), url: url)
      cookies.known += known
      if !unsent.isEmpty {
        let names = unsent.map(\.name).joined(separator: ", ")
        notices.append(
          ImportNotice(
            .warning, line: setting.line, "\(names) in \(path): curl does not send what names no domain; add Domain="))
      }
    }
    if operation.isOn("junk-session-cookies") { cookies.known.removeAll { $0.expires == nil } }
    self.cookies = cookies
  }

  /// What a request to `url` carries of them.
  func pairs(for url: String) -> String? {
    guard let cookies, !cookies.known.isEmpty else { return nil }
    let jar = CookieJar(order: .curl)
    for cookie in cookies.known { jar.set(cookie) }
    let pairs = jar.cookies(for: url).map { "\($0.name)=\($0.value)" }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  /// Without an equals sign, what `-b` names is a file.
  static func isFile(_ setting: CurlOperation.Setting) -> Bool {
    setting.value.hasPrefix("@") || !setting.value.utf8.contains(UInt8(ascii: "="))
  }

  /// Netscape's seven fields, or headers as a server sends them; each line says by itself which it is. A header without
  /// a domain is for no host to curl, unless the host is an address.
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
      // Without a path it is for all of them, and stands behind those that have one.
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
