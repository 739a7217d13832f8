/// Why a cookie that a server sets is not kept.
public enum CookieRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// No name and value.
  case malformed
  /// A control character anywhere in the header.
  case controlCharacter
  /// Name and value are longer than 4096 bytes.
  case tooLarge
  /// The domain is one under which anybody can register.
  case publicSuffix(String)
  /// The domain does not contain the host that answered.
  case otherHost(String)
  /// `Secure`, in an answer that was not encrypted.
  case needsTLS
  /// The name begins with `__Secure-` or `__Host-`, and the rest does not do what that promises.
  case brokenPrefix(String)
  /// It would replace a cookie that only encrypted answers may set.
  case protected

  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .malformed: "it has no name and value"
    case .controlCharacter: "it contains a control character"
    case .tooLarge: "name and value are longer than 4096 bytes"
    case .publicSuffix(let domain): "anybody can register below \(domain)"
    case .otherHost(let domain): "\(domain) is another host"
    case .needsTLS: "it is Secure, but the answer was not encrypted"
    case .brokenPrefix(let prefix): "it does not keep the promise of \(prefix)"
    case .protected: "a Secure cookie of that name is kept"
    }
  }
}
