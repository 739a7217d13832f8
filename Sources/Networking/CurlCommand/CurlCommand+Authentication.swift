extension CurlCommand {
  /// The options for schemes that curl implements itself.
  static func authenticationTerms(
    _ authentication: TransportAuthentication?, style: Style, mask: CurlMask
  ) -> [Term] {
    guard let authentication else { return [] }
    let user = mask.credentials("\(authentication.user):\(authentication.password)")
    var terms = [Term("-u", user)]
    switch authentication.scheme {
    // It is curl's default for `-u`.
    case .basic where style == .short: break
    case .basic: terms.append(Term("--basic"))
    case .digest: terms.append(Term("--digest"))
    case .ntlm: terms.append(Term("--ntlm"))
    case .negotiate: terms.append(Term("--negotiate"))
    case .any: terms.append(Term("--anyauth"))
    case .awsSignature(let region, let service):
      terms.append(Term("--aws-sigv4", "aws:amz:\(region):\(service)"))
      if let token = authentication.sessionToken {
        terms.append(Term("-H", "X-Amz-Security-Token: \(mask.secret(token))"))
      }
    }
    return terms
  }
}
