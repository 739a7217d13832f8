import CCurl

/// What libcurl tells, by number, for the same reason as options.
enum CURLInfoNumber {
  /// `CURLINFO_PROXY_SSL_VERIFYRESULT`, since 7.52.
  static let proxyVerification = CURLINFO(rawValue: 0x20002f)
}

/// Options by number, so that the code compiles with older headers that lack the newer names.
enum CURLOptionNumber {
  /// `CURLOPT_PROTOCOLS`, a bit mask; HTTP is 1 and HTTPS 2.
  static let protocols = CURLoption(rawValue: 181)
  /// `CURLOPT_PROTOCOLS_STR`, since 7.85.
  static let protocolsText = CURLoption(rawValue: 10318)
  /// `CURLOPT_REQUEST_TARGET`, since 7.55.
  static let requestTarget = CURLoption(rawValue: 10266)
  /// `CURLOPT_PREREQFUNCTION` and `CURLOPT_PREREQDATA`, since 7.80.
  static let beforeRequest = CURLoption(rawValue: 20312)
  static let beforeRequestData = CURLoption(rawValue: 10313)
  /// `CURLOPT_AWS_SIGV4`, since 7.75.
  static let awsSignature = CURLoption(rawValue: 10305)
  /// `CURLOPT_CA_CACHE_TIMEOUT`, since 7.87.
  static let authorityCacheTimeout = CURLoption(rawValue: 321)
  /// `CURLOPT_QUICK_EXIT`, since 7.87.
  static let quickExit = CURLoption(rawValue: 322)
}
