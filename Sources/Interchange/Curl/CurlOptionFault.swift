import Basics

/// Why curl rejects the value of an option while parsing the command line.
enum CurlOptionFault {
  /// Options with a number, possibly with a fraction.
  private static let numbers: Set<String> = [
    "max-time", "connect-timeout", "retry-delay", "retry-max-time", "expect100-timeout",
  ]
  private static let counts: Set<String> = [
    "retry", "speed-limit", "speed-time", "keepalive-time", "keepalive-cnt", "parallel-max",
    "happy-eyeballs-timeout-ms", "tftp-blksize",
  ]
  private static let sizes: Set<String> = ["limit-rate", "max-filesize"]
  private static let protocols: Set<String> = [
    "dict", "file", "ftp", "ftps", "gopher", "gophers", "http", "https", "imap", "imaps", "ldap", "ldaps", "mqtt",
    "mqtts", "pop3", "pop3s", "rtmp", "rtmpe", "rtmps", "rtmpt", "rtmpte", "rtmpts", "rtsp", "scp", "sftp", "smb",
    "smbs", "smtp", "smtps", "telnet", "tftp", "ws", "wss",
  ]

  /// The reason as a sentence; `nil` if curl accepts the value.
  static func fault(of option: CurlOption, value: String) -> String? {
    guard option.takesValue else { return nil }
    let name = option.name
    switch name {
    case _ where numbers.contains(name):
      return seconds(value) == nil ? "--\(name) takes a number of seconds, not \(value)" : nil
    case _ where counts.contains(name): return isCount(value) ? nil : "--\(name) takes a number, not \(value)"
    case _ where sizes.contains(name): return isSize(value) ? nil : "--\(name) takes a number of bytes, not \(value)"
    case "max-redirs":
      let isLimit = Int(value).map { $0 >= -1 } ?? false
      return isLimit ? nil : "--max-redirs takes -1 or more, not \(value)"
    case "continue-at":
      return value == "-" || isCount(value) ? nil : "--continue-at takes a number of bytes or -, not \(value)"
    case "proto-default":
      return protocols.contains(value.lowercased()) ? nil : "--proto-default is not known to curl: \(value)"
    case "form", "form-string":
      return value.utf8.contains(UInt8(ascii: "=")) ? nil : "-F takes name=content, not \(value)"
    case "output": return value.isEmpty ? "-o needs the name of a file" : nil
    default: return nil
    }
  }

  private static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0 >= 0 && $0 < 1e9 ? $0 : nil }
  }

  private static func isCount(_ text: String) -> Bool { Int(text).map { $0 >= 0 } ?? false }

  /// Digits and an optional unit letter.
  private static func isSize(_ text: String) -> Bool {
    let digits = text.utf8.prefix { $0.isASCIIDigit }
    let unit = text.utf8.dropFirst(digits.count)
    return !digits.isEmpty && unit.count <= 1 && unit.allSatisfy { "bkmgtp".utf8.contains($0 | 0x20) }
  }
}
