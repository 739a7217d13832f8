import Basics
import HTTPModel
import Workspaces

extension CurlRequestBuilder {
  /// Sets the login as curl does: Basic without a challenge; with several schemes after the server's challenge; a
  /// header overrides all.
  mutating func setAuthentication(of imported: inout CurlImport.Imported, url: CurlURL, headers: CurlHeaders) {
    imported.request.authentication = .none
    guard headers["Authorization"] == nil, !headers.suppresses("Authorization") else { return }
    let login = operation.values("user").last ?? url.user.map { FormEncoding.decodePercent($0) }
    setLoginFile(of: &imported, login: login, url: url)
    if login != nil || imported.options.loginFile != nil {
      imported.options.redirects?.curl?.login = operation.last("user") == nil ? .ofURL : .given
    }
    let (user, password) = Self.pair(login ?? "")
    if let setting = operation.last("user"), !setting.value.utf8.contains(UInt8(ascii: ":")) {
      notices.warn(line: setting.line, "curl would ask for the password of \(setting.value)")
    }
    if let signature = operation.values("aws-sigv4").last {
      // Without a key, nothing is signed.
      guard login != nil else { return }
      return sign(&imported, signature: signature, user: user, password: password)
    }
    let schemes = ["basic", "digest", "ntlm", "negotiate"].filter(operation.isOn)
    let token = operation.values("oauth2-bearer").last
    if let token, schemes.isEmpty, !operation.isOn("anyauth") {
      imported.request.authentication = Authentication(.bearer, [.init("token", token)])
      return
    }
    guard login != nil || token != nil else { return }
    let fields = [Authentication.Field("username", user), Authentication.Field("password", password)]
    if operation.isOn("anyauth") || schemes.count > 1 || (token != nil && !schemes.isEmpty) {
      imported.options.authentication = TransferOptions.Authentication(.any, user: user, password: password)
      imported.request.authentication = Authentication(.digest, fields)
      notices.warn(line: line, "curl would choose between several schemes: digest is kept")
    } else if schemes == ["digest"] {
      imported.request.authentication = Authentication(.digest, fields)
    } else if schemes == ["ntlm"] {
      imported.request.authentication = Authentication(.ntlm, fields)
    } else if schemes == ["negotiate"] {
      imported.options.authentication = TransferOptions.Authentication(.negotiate, user: user, password: password)
    } else {
      imported.request.authentication = Authentication(.basic, fields)
    }
  }

  /// `-n`: libcurl reads the file when the command runs here.
  private mutating func setLoginFile(of imported: inout CurlImport.Imported, login: String?, url: CurlURL) {
    let isOptional = operation.isOn("netrc-optional")
    let file = operation.values("netrc-file").last
    guard isOptional || operation.isOn("netrc") || file != nil, operation.last("user") == nil else { return }
    if login != nil, !isOptional { return refuse("-n with a user in the URL is not supported: remove one of them") }
    guard login == nil else { return }
    guard input.isHere else {
      notices.warn(line: line, "the login for \(url.host) in \(file ?? ".netrc") is not carried over")
      return
    }
    let schemes = ["digest", "ntlm", "negotiate", "anyauth"].filter(operation.isOn)
    if let scheme = schemes.first { return refuse("-n with --\(scheme) is not supported: give the login with -u") }
    imported.options.loginFile = TransferOptions.LoginFile(path: file)
  }

  private mutating func sign(
    _ imported: inout CurlImport.Imported, signature: String, user: String, password: String
  ) {
    if !["aws", "aws:amz"].contains(where: { signature == $0 || signature.hasPrefix($0 + ":") }) {
      notices.warn(line: line, "--aws-sigv4 \(signature) is signed as aws:amz, the only one supported")
    }
    imported.request.authentication = Authentication(awsSignature: signature, key: user, secret: password)
  }

  private static func pair(_ text: String) -> (String, String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return (text, "") }
    return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
  }
}

extension Authentication {
  /// The AWS signature that curl's `--aws-sigv4` describes as `provider:provider:region:service`.
  package init(awsSignature text: String, key: String, secret: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    self.init(
      .awsv4,
      [
        .init("accessKeyId", key), .init("secretAccessKey", secret), .init("service", parts.count > 3 ? parts[3] : ""),
        .init("region", parts.count > 2 ? parts[2] : ""),
      ])
  }
}
