import Basics
package import HTTPModel

/// The settings of a request; `nil` means "not in the file", so the default applies.
package struct RequestSettings: Hashable, Sendable {
  package var encodeURL: Bool?
  /// In milliseconds; 0 for no timeout.
  package var timeout: Double?
  package var followRedirects: Bool?
  package var maxRedirects: Int?
  package var forwardAuthorization: Bool?
  /// Indicates whether the answer may be compressed; `false` omits `Accept-Encoding`.
  package var acceptsCompression: Bool?
  /// In bytes after decompression; 0 for no limit.
  package var maximumBodySize: Int?
  package var cookies: CookieUse?
  package var history: HistoryUse?
  /// Indicates whether an event stream that ends is requested again from its last event on.
  package var reconnects: Bool?
  /// The number of retries of a failed request, the statuses to retry after, and whether to heed `Retry-After`.
  package var retries: Int?
  package var retryStatuses: StatusList?
  package var obeysRetryAfter: Bool?
  /// Indicates whether a GraphQL answer with `errors` is a success.
  package var allowsGraphQLErrors: Bool?
  /// The oldest and newest TLS version. Versions before 1.2 are available only on the command line, so that a file
  /// cannot weaken a connection.
  package var minimumTLS: TLSLimit?
  package var maximumTLS: TLSLimit?
  /// The limit on the scripts of one phase, in milliseconds; waits do not count.
  package var scriptTimeout: Int?

  /// The default maximum number of redirects.
  package static let usualMaxRedirects = 5

  package init(
    encodeURL: Bool? = nil, timeout: Double? = nil, followRedirects: Bool? = nil, maxRedirects: Int? = nil,
    forwardAuthorization: Bool? = nil, acceptsCompression: Bool? = nil, retries: Int? = nil, maximumTLS: TLSLimit? = nil
  ) {
    self.encodeURL = encodeURL
    self.timeout = timeout
    self.followRedirects = followRedirects
    self.maxRedirects = maxRedirects
    self.forwardAuthorization = forwardAuthorization
    self.acceptsCompression = acceptsCompression
    self.retries = retries
    self.maximumTLS = maximumTLS
  }
}

extension RequestSettings {
  /// The policy for repeating a failed request; `nil` for none. The waits are curl's: 1 s, doubled each time, or the
  /// time in `Retry-After`, up to ten minutes.
  package var retryPolicy: RetryPolicy? {
    guard let retries, retries > 0 else { return nil }
    let strategy = RetryPolicy.Strategy.exponential(base: .seconds(1), cap: .seconds(600), jitter: 0)
    let codes = retryStatuses?.codes ?? Self.usualRetryStatuses
    var policy = RetryPolicy(
      maximum: min(retries, 1_000), strategy: strategy,
      statuses: Dictionary(uniqueKeysWithValues: codes.map { ($0, strategy) }),
      categories: [.resolve, .connectTimeout, .idleTimeout, .totalTimeout], includesUnsafeMethods: true,
      longestWait: .seconds(600))
    policy.obeysRetryAfter = obeysRetryAfter ?? true
    return policy
  }

  private static let usualRetryStatuses: Set<Int> = [408, 429, 500, 502, 503, 504, 522, 524]
  static let usualRetryStatusText = "408 429 500 502-504 522 524"
}

/// Statuses of answers, written as numbers, ranges and classes: `429, 500-504, 5xx`.
package struct StatusList: Hashable, Sendable {
  package let text: String
  package let codes: Set<Int>

  /// - Returns: `nil` for a text that is not such a list.
  package init?(_ text: String) {
    let words = text.split { $0 == "," || $0 == " " }
    var codes: Set<Int> = []
    for word in words {
      guard let range = Self.range(word) else { return nil }
      codes.formUnion(range)
    }
    guard !codes.isEmpty else { return nil }
    self.text = text.trimmed
    self.codes = codes
  }

  private static func range(_ word: Substring) -> ClosedRange<Int>? {
    let isClass = word.utf8.count == 3 && word.lowercased().hasSuffix("xx")
    if isClass, let digit = word.first?.wholeNumberValue, (1...5).contains(digit) {
      return digit * 100...digit * 100 + 99
    }
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { code($0) }
    guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else { return nil }
    return first...last
  }

  private static func code(_ text: Substring) -> Int? {
    Int(text).flatMap { (100...599).contains($0) && text.utf8.count == 3 ? $0 : nil }
  }
}

/// A TLS version that a request's file can set as a limit.
package enum TLSLimit: String, Hashable, Sendable, CaseIterable {
  case tls12 = "1.2"
  case tls13 = "1.3"

  var version: TransferOptions.TLSVersion {
    switch self {
    case .tls12: .tls12
    case .tls13: .tls13
    }
  }
}

/// The handling of cookies in answers.
package enum CookieUse: String, Hashable, Sendable, CaseIterable {
  /// Stored for this environment, and sent from then on.
  case keep
  /// Sent until the program ends.
  case session
  /// Neither stored nor sent.
  case off
}

/// The recording of a request's exchanges.
package enum HistoryUse: String, Hashable, Sendable, CaseIterable {
  /// Exchanges are recorded.
  case keep
  /// Exchanges are not recorded.
  case off
}
