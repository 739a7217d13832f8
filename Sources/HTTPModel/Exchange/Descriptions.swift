import Basics
import HTTPTypes

// Requests, answers, configurations and tokens print as one line: their parts contain credentials, and are long. Their
// empty mirrors keep `dump` and test libraries from printing the parts.

extension Request: CustomStringConvertible, CustomReflectable {
  /// `summary`.
  public var description: String { summary }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Response: CustomStringConvertible, CustomReflectable {
  /// `GET https://… answered 200 OK with 5.1 KB`, with credentials masked.
  public var description: String {
    Redaction.masked("\(request.line) answered \(head.words) with \(Quantity.bytes(body.count))", about: request)
  }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Exchange: CustomStringConvertible, CustomReflectable {
  /// The hops, one in each line, and the failure.
  public var description: String {
    let lines = hops.map(\.description) + (failure?.errorDescription.map { [$0] } ?? [])
    return lines.isEmpty ? "Nothing was sent" : lines.joined(separator: "\n")
  }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Hop: CustomStringConvertible, CustomReflectable {
  /// `GET https://… answered 200 OK`, with credentials masked.
  public var description: String { "\(request) \(response.map { "answered \($0.words)" } ?? "was not answered")" }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SentRequest: CustomStringConvertible, CustomReflectable {
  /// `GET https://…`, with credentials masked.
  public var description: String { "\(method) \(Redaction.standard.masked(url: url))" }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension NetworkError: CustomReflectable {
  /// The category and `errorDescription`.
  public var customMirror: Mirror {
    Mirror(self, children: ["category": category, "errorDescription": errorDescription ?? ""])
  }
}

extension RequestError: CustomReflectable {
  /// Only `errorDescription`.
  public var customMirror: Mirror { Mirror(self, children: ["errorDescription": errorDescription ?? ""]) }
}

/// A secret that neither prints nor dumps.
@propertyWrapper
package struct Masked<Value: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  package var description: String { Redaction.standard.mask }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestConfig: CustomStringConvertible, CustomReflectable {
  /// `GET https://…`, with credentials masked; without a host the path alone.
  public var description: String {
    // A layer without a host has no URL yet.
    let url = (try? builtURL().url.description) ?? path
    return "\(method?.rawValue ?? "GET") \(Redaction.standard.masked(url: url))"
  }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestConfig.Credentials: CustomStringConvertible, CustomReflectable {
  /// The scheme with the user, or the name of the key; never the secret.
  public var description: String {
    let mask = Redaction.standard.mask
    return switch self {
    case .basic(let user, password: _): "Basic \(user):\(mask)"
    case .bearer: "Bearer \(mask)"
    case .apiKey(let name, value: _, place: _): "\(name): \(mask)"
    }
  }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TransferOptions: CustomStringConvertible, CustomReflectable {
  /// All options, with credentials masked.
  public var description: String { Redaction.standard.masked(message: "\(content)") }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuthConfig: CustomStringConvertible, CustomReflectable {
  /// The client and its token endpoint, without the secret and the parameters.
  public var description: String { "\(clientID) at \(Redaction.standard.masked(url: tokenURL))" }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuthConfig.Grant: CustomStringConvertible, CustomReflectable {
  /// The name of the grant, with the user.
  public var description: String {
    switch self {
    case .clientCredentials: "client credentials"
    case .password(let user, password: _): "password of \(user)"
    case .refreshToken: "refresh token"
    case .authorizationCode: "authorization code"
    case .deviceCode: "device code"
    }
  }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuthToken: CustomStringConvertible, CustomReflectable {
  /// `Bearer ••••`, with its expiry.
  public var description: String {
    "\(tokenType) \(Redaction.standard.mask)\(expiresAt.map { ", expires \($0)" } ?? "")"
  }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redaction {
  /// The filter of every text about a request: masks its credentials, and those in the URLs of the text.
  static func masked(_ text: String, about request: Request?) -> String {
    (request.map { standard.adding(credentialsOf: $0) } ?? standard).masked(message: text)
  }

  /// The text with secret texts masked, and with the passwords and secret parameters of all URLs and paths in it.
  package func masked(message text: String) -> String {
    guard !isNone, text.utf8.contains(UInt8(ascii: "?")) || text.utf8.holds("://") else { return masked(text: text) }
    let words = Array(text.utf8).split { $0 <= 0x20 || "\"<>".utf8.contains($0) }
    let named = words.flatMap { word -> [Range<Int>] in
      let authority = word.firstRange(of: "://".utf8)?.lowerBound
      guard authority != nil || word.contains(UInt8(ascii: "?")) else { return [] }
      let mark = word[..<(authority ?? word.startIndex)].lastIndex { !$0.isASCIIAlphanumeric }
      let start = mark.map { $0 + 1 } ?? word.startIndex
      let end = word.lastIndex { !".,:;!?'()".utf8.contains($0) } ?? start
      let url = String(decoding: word[start...end], as: UTF8.self)
      return credentials(inURL: url).map { start + $0.lowerBound..<start + $0.upperBound }
    }
    return masked(text, at: named)
  }
}

extension ResponseHead {
  /// `404 Not Found`, without a reason the code alone.
  package var words: String { "\(status.code) \(status.reasonPhrase)".trimmingASCII(\.isASCIIWhitespace) }
}
