import Networking
import Workspaces

/// `--retry` and related options as a policy of the client.
enum CurlRetry {
  /// curl waits one second, then twice as long each time, up to ten minutes.
  private static let longest = Duration.seconds(600)
  private static let statuses = [408, 429, 500, 502, 503, 504, 522, 524]

  /// `nil` without retries.
  static func policy(_ operation: CurlOperation, notices: inout [ImportNotice]) -> RetryPolicy? {
    guard let setting = operation.last("retry") else { return nil }
    guard let count = Int(setting.value), count >= 0 else {
      notices.append(ImportNotice(.error, line: setting.line, "--retry takes a number, not \(setting.value)"))
      return nil
    }
    guard count > 0 else { return nil }
    var strategy = RetryStrategy.exponential(base: .seconds(1), cap: longest, jitter: 0)
    if let delay = operation.last("retry-delay") {
      guard let seconds = Double(delay.value), seconds >= 0, seconds < 1e9 else {
        notices.append(ImportNotice(.error, line: delay.line, "--retry-delay takes seconds, not \(delay.value)"))
        return nil
      }
      if seconds > 0 { strategy = .after(.milliseconds(Int(seconds * 1000))) }
    }
    var categories: Set<NetworkError.Category> = [.resolve, .connectTimeout, .idleTimeout, .totalTimeout]
    if operation.isOn("retry-connrefused") { categories.insert(.connect) }
    if operation.isOn("retry-all-errors") {
      categories = Set(NetworkError.Category.allCases).subtracting([.cancelled, .url, .encoding, .bodyTooLarge])
    }
    var totalTime: Duration?
    if let limit = operation.last("retry-max-time") {
      guard let seconds = Double(limit.value), seconds >= 0, seconds < 1e9 else {
        notices.append(ImportNotice(.error, line: limit.line, "--retry-max-time takes seconds, not \(limit.value)"))
        return nil
      }
      if seconds > 0 { totalTime = .milliseconds(Int(seconds * 1000)) }
    }
    return RetryPolicy(
      maximum: count, strategy: strategy, statuses: Dictionary(uniqueKeysWithValues: statuses.map { ($0, strategy) }),
      categories: categories, includesUnsafeMethods: true, longestWait: longest,
      totalTime: totalTime)
  }
}
