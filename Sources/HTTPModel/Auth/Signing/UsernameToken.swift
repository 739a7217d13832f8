import Basics
import Essentials

/// The `X-WSSE` header (WS-Security UsernameToken Profile): the user name and a digest of the password, a nonce and the
/// time, computed for each attempt. The password itself is never sent.
package struct UsernameToken: Hashable, Sendable {
  /// Sent unchanged; must be valid in a header.
  package var user: String
  /// Never sent, only its digest.
  package var password: String

  /// A token for this user.
  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// Sets the header.
  /// - Throws: category `encoding` if the name is not valid in a header; `unsupported` if the system has no libcrypto.
  package func sign(_ request: inout Request) throws(NetworkError) {
    let nonce = RandomText.make()
    let now = UTCTime(seconds: Int(Date().timeIntervalSince1970))
    let value = try value(nonce: nonce, created: now.iso8601)
    do throws(RequestError) { try request.setHeader("X-WSSE", value) } catch { throw NetworkError(error) }
    request.credentials.mark(header: "X-WSSE")
  }

  /// `Base64(SHA1(nonce + created + password))`. The profile encodes the digest's bytes, not its hexadecimal form.
  func value(nonce: String, created: String) throws(NetworkError) -> String {
    let digest: String
    do throws(CryptoFailure) {
      digest = Base64.encode(try HashFunction.sha1.hash(Array((nonce + created + password).utf8)))
    } catch { throw NetworkError(error) }
    let name = user.filter { $0 != "\"" && $0 != "\\" }
    return
      "UsernameToken Username=\"\(name)\", PasswordDigest=\"\(digest)\", Nonce=\"\(nonce)\", Created=\"\(created)\""
  }
}
