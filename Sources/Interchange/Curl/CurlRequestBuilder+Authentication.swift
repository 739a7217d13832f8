import Basics
import Networking
import Workspaces

extension CurlRequestBuilder {
  /// curl sends Basic without a challenge; with several schemes it waits for the server's offer; a header overrides
  /// all.
  mutating func setAuthentication(of imported: inout CurlImport.Imported, url: CurlURL, headers: CurlHeaders) {
    imported.request.authentication = .none
    guard headers["Authorization"] == nil, !headers.suppresses("Authorization") else { return }
    let netrc = netrc(for: url)
    let given = operation.values("user").last ?? login(for: url, in: netrc)
    if given != nil || netrc != nil {
      imported.options.redirects?.curl?.login = operation.last("user") == nil ? .ofURL : .given
    }
    defer {
      if let netrc, imported.options.redirects?.follows == true {
        imported.logins = CurlImport.Logins(netrc: netrc, of: imported)
      }
    }
    let (user, password) = Self.pair(given ?? "")
    if let setting = operation.last("user"), !setting.value.utf8.contains(UInt8(ascii: ":")) {
      notices.append(ImportNotice(.warning, line: setting.line, "curl would ask for the password of \(setting.value)"))
    }
    if let signature = operation.values("aws-sigv4").last {
      // Without a key nothing is signed.
      guard given != nil else { return }
      return sign(&imported, signature: signature, user: user, password: password)
    }
    let schemes = ["basic", "digest", "ntlm", "negotiate"].filter(operation.isOn)
    let token = operation.values("oauth2-bearer").last
    if let token, schemes.isEmpty, !operation.isOn("anyauth") {
      imported.request.authentication = Authentication(.bearer, [.init("token", token)])
      return
    }
    guard given != nil || token != nil else { return }
    let fields = [Authentication.Field("username", user), Authentication.Field("password", password)]
    if operation.isOn("anyauth") || schemes.count > 1 || (token != nil && !schemes.isEmpty) {
      imported.options.authentication = TransportAuthentication(.any, user: user, password: password)
      imported.request.authentication = Authentication(.digest, fields)
      notices.append(
        ImportNotice(.warning, line: line, "curl would choose between several schemes: digest is kept"))
    } else if schemes == ["digest"] {
      imported.request.authentication = Authentication(.digest, fields)
    } else if schemes == ["ntlm"] {
      imported.request.authentication = Authentication(.ntlm, fields)
    } else if schemes == ["negotiate"] {
      imported.options.authentication = TransportAuthentication(.negotiate, user: user, password: password)
    } else {
      imported.request.authentication = Authentication(.basic, fields)
    }
  }

  /// `NAME:PASSWORD` from the file that `-n` reads, or from the URL; if the file is optional, the URL's password wins.
  private mutating func login(for url: CurlURL, in netrc: CurlNetrc?) -> String? {
    let written = url.user.map { FormEncoding.decodePercent($0) }
    let hasPassword = written?.utf8.contains(UInt8(ascii: ":")) == true
    guard let netrc, !(operation.isOn("netrc-optional") && hasPassword) else { return written }
    switch netrc.answer(for: url.host, user: written.map { Self.pair($0).0 }) {
    case .login(let login): return TemplateBraces.escaping("\(login.user):\(login.password)")
    case .nothing: return written
    case .broken:
      hasBrokenNetrc = true
      return nil
    }
  }

  /// The file that `-n` reads; `nil` if `-u` is given, no option asks for it, or it does not exist.
  private mutating func netrc(for url: CurlURL) -> CurlNetrc? {
    let isOptional = operation.isOn("netrc-optional")
    let isAsked = isOptional || operation.isOn("netrc") || operation.last("netrc-file") != nil
    guard isAsked, operation.last("user") == nil else { return nil }
    if let path = operation.values("netrc-file").last ?? input.netrcFile, let bytes = input.read(.file(path)) {
      return CurlNetrc(bytes)
    }
    // An optional file may be missing only if the command runs here.
    if !isOptional || !input.isHere {
      let file = operation.values("netrc-file").last ?? ".netrc"
      notices.append(ImportNotice(.warning, line: line, "the login for \(url.host) in \(file) is not carried over"))
    }
    return nil
  }

  private mutating func sign(
    _ imported: inout CurlImport.Imported, signature: String, user: String, password: String
  ) {
    if !["aws", "aws:amz"].contains(where: { signature == $0 || signature.hasPrefix($0 + ":") }) {
      notices.append(
        ImportNotice(.warning, line: line, "--aws-sigv4 \(signature) is signed as aws:amz, the only one supported"))
    }
    let parts = signature.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    imported.request.authentication = Authentication(
      .awsv4,
      [
        .init("accessKeyId", user), .init("secretAccessKey", password),
        .init("service", parts.count > 3 ? parts[3] : ""), .init("region", parts.count > 2 ? parts[2] : ""),
      ])
  }

  private static func pair(_ text: String) -> (String, String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return (text, "") }
    return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
  }
}
