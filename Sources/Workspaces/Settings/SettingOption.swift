import Basics
package import Networking

/// How a setting is given on the command line, described beside the setting; names and meanings are curl's where curl has
/// them.
///
/// An option is declared with its description, and hands it the text of its value: the description says whether that is
/// valid, and what it changes.
package struct SettingOption: Sendable {
  /// Without dashes.
  package let name: String
  /// The short form, without a dash.
  package var letter: Character?
  package let help: String
  /// The value as the help names it; `nil` for a flag.
  package var value: String?
  /// Why a text is not a value, to stand behind the name; `nil` if it is one.
  package var problem: @Sendable (String) -> String? = { _ in nil }
  var changesSettings: @Sendable (String, inout RequestSettings) -> Void = { _, _ in }
  /// For what takes precedence over the settings of the request.
  var changesTransfer: @Sendable (String, inout TransferOptions) -> Void = { _, _ in }

  package func apply(_ text: String, to settings: inout RequestSettings) { changesSettings(text, &settings) }

  package func apply(_ text: String, to options: inout TransferOptions) { changesTransfer(text, &options) }
}

extension SettingOption {
  package static let encodeURL = SettingOption(
    name: "encode-url", help: "Encode what a URL cannot hold.", changesSettings: { $1.encodeURL = true })
  package static let noEncodeURL = SettingOption(
    name: "no-encode-url", help: "Send the URL exactly as it is written.", changesSettings: { $1.encodeURL = false })

  package static let maxTime = SettingOption(
    name: "max-time", letter: "m", help: "Give up after so many seconds.", value: "seconds",
    problem: { seconds($0) == nil ? "\($0) is not a number of seconds above 0." : nil },
    changesTransfer: { $1.totalTimeout = seconds($0).map { .seconds($0) } ?? $1.totalTimeout })

  package static let location = SettingOption(
    name: "location", letter: "L", help: "Follow redirects.", changesSettings: { $1.followRedirects = true })
  package static let noLocation = SettingOption(
    name: "no-location", help: "Follow no redirect, whatever the saved request says.",
    changesSettings: { $1.followRedirects = false })

  package static let locationTrusted = SettingOption(
    name: "location-trusted", help: "Follow redirects, and send the credentials to other hosts too.",
    changesSettings: {
      $1.followRedirects = true
      $1.forwardAuthorization = true
    })

  package static let maxRedirs = SettingOption(
    name: "max-redirs", help: "Follow so many redirects.", value: "number",
    problem: { (Int($0) ?? 0) < -1 ? "takes a number, -1 for any." : nil },
    changesSettings: {
      guard let number = Int($0) else { return }
      $1.maxRedirects = number < 0 ? Int(Int32.max) : number
    })

  package static let noCompressed = SettingOption(
    name: "no-compressed", help: "Ask for no compressed answer.", changesTransfer: { $1.decompresses = false })

  package static let maxBody = SettingOption(
    name: "max-body",
    help:
      "Take no body larger than this once it is decompressed: 500MB, 2GB; 0 for any. Default: 1GB; with --download any.",
    value: "size", problem: { ByteCount($0) == nil ? "\($0) is no size such as 500MB or 2GB." : nil },
    changesTransfer: { $1.maximumBodySize = ByteCount($0)?.bytes ?? $1.maximumBodySize })

  package static let cookies = SettingOption(
    name: "cookies", help: "Keep the cookies that answers set, use them for this command only, or none.",
    value: "keep|session|off",
    problem: { CookieUse(rawValue: $0) == nil ? "takes keep, session or off." : nil },
    changesSettings: { $1.cookies = CookieUse(rawValue: $0) ?? $1.cookies })

  package static let noHistory = SettingOption(
    name: "no-history", help: "Do not record the exchange in the history.", changesSettings: { $1.history = .off })

  package static let reconnect = SettingOption(
    name: "reconnect", help: "Ask again for an event stream that ends, from its last event on.",
    changesSettings: { $1.reconnects = true })

  package static let minimumTLS = tls("tls-min", "Speak no older version of TLS.", \.minimumVersion)
  package static let maximumTLS = tls("tls-max", "Speak no newer version of TLS.", \.maximumVersion)

  private static func tls(
    _ name: String, _ help: String,
    _ place: any WritableKeyPath<TransferOptions.TLSOptions, TransferOptions.TLSVersion?> & Sendable
  ) -> SettingOption {
    SettingOption(
      name: name, help: help, value: "1.0|1.1|1.2|1.3",
      problem: { TransferOptions.TLSVersion(rawValue: $0) == nil ? "takes 1.0, 1.1, 1.2 or 1.3." : nil },
      changesTransfer: { text, options in
        guard let version = TransferOptions.TLSVersion(rawValue: text) else { return }
        var tls = options.tls ?? TransferOptions.TLSOptions()
        tls[keyPath: place] = version
        options.tls = tls
      })
  }

  /// `nil` for what is no number of seconds to wait.
  package static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0 > 0 && $0 <= 1e9 ? $0 : nil }
  }
}
