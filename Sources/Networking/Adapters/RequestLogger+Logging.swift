// Alone, because it is compiled only with the trait.
#if Logging
import HTTPModel
public import Logging

extension RequestLogger {
  /// Writes to a logger of swift-log. Failures are warnings; the id of the call is metadata.
  /// - Parameters:
  ///   - logger: receives the entries.
  ///   - level: the amount of logging.
  ///   - logLevel: the level of all entries but failures.
  ///   - secrets: further texts to mask.
  ///   - secretNames: further names of headers, parameters and JSON members with secret values.
  ///   - bodyLimit: the maximum number of body bytes to log.
  public init(
    to logger: Logger, level: Level = .lines, at logLevel: Logger.Level = .debug, secrets: Set<String> = [],
    secretNames: Set<String> = [], bodyLimit: Int = 8 << 10
  ) {
    self.init(level: level, secrets: secrets, secretNames: secretNames, bodyLimit: bodyLimit) { entry in
      logger.log(
        level: entry.direction == .failure ? max(.warning, logLevel) : logLevel,
        "\(entry.direction.rawValue) \(entry.text)", metadata: ["http.call": "\(entry.id)"])
    }
  }
}
#else
extension RequestLogger {
  /// Explains how to get it.
  @available(*, unavailable, message: "enable the trait Logging of the package apus")
  public init<Logger>(to logger: Logger) { self.init { _ in } }
}
#endif
