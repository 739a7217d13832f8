import Basics
package import Networking
import Workspaces

extension CurlImport {
  /// The logins in `.netrc` for the hosts that redirects lead to: curl looks up each of them.
  package struct Logins: Sendable {
    private let netrc: CurlNetrc
    /// `nil` for Basic, which is an ordinary header.
    private let scheme: TransportAuthentication.Scheme?

    init(netrc: CurlNetrc, of imported: Imported) {
      self.netrc = netrc
      scheme =
        switch imported.request.authentication.scheme {
        case .digest: imported.options.authentication?.scheme ?? .digest
        case .ntlm: .ntlm
        default: imported.options.authentication?.scheme
        }
    }

    /// The request with the login for its host, if there is one.
    /// - Throws: if the login cannot be sent.
    package func applied(to request: Request) throws(RequestError) -> Request {
      guard let host = URLParts(request.url).comparableHost, let login = netrc.login(for: host, user: nil) else {
        return request
      }
      return try request.with { config in
        if let scheme {
          config.options.authentication = TransportAuthentication(scheme, user: login.user, password: login.password)
        } else {
          let pair = Array("\(login.user):\(login.password)".utf8)
          config.headers.set("Authorization", "Basic \(Base64.encode(pair))")
        }
      }
    }
  }
}
