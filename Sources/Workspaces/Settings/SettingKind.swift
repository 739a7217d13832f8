import Networking

/// A setting of a request, described once: its names, its values, and its effect on the transfer.
///
/// Reader, writer, options tab, conflicts and the send all use `all`. A new setting is a property of `RequestSettings`
/// and a description here; an import or export format that supports it maps it.
package struct SettingKind: Sendable {
  /// The key below `settings:` in OpenCollection.
  package let key: String
  /// The title in the options tab.
  package let title: String
  /// The name in a conflict between two edits.
  package let name: String
  package let type: SettingType
  /// Whether a new file contains it, as Bruno's files do.
  var isInNewFiles = false
  /// How it is given on the command line.
  package let options: [SettingOption]

  /// Whether a new file contains it; that of a conversation only says its time.
  func isInNewFiles(ofConversation isConversation: Bool) -> Bool {
    isInNewFiles && (!isConversation || key == Self.timeout.key)
  }

  /// Its effect; `nil` for a setting that changes how the request itself is built.
  var application: (@Sendable (RequestSettings, inout TransferOptions) -> Void)?

  /// In the order of the file.
  package static let all = [
    encodeURL, timeout, followRedirects, maxRedirects, forwardAuthorization, acceptsCompression, maximumBodySize,
    cookies, history, reconnects, minimumTLS, maximumTLS,
  ]
  /// In the order of the options tab.
  package static let shown = [
    followRedirects, maxRedirects, timeout, encodeURL, forwardAuthorization, acceptsCompression, maximumBodySize,
    reconnects, cookies, history, minimumTLS, maximumTLS,
  ]
  static let order = all.map(\.key)

  private static let encodeURL = SettingKind(
    key: "encodeUrl", title: "Encode the URL", name: "encode URL", type: .flag(\.encodeURL, usually: true),
    isInNewFiles: true, options: [.encodeURL, .noEncodeURL])

  private static let timeout = SettingKind(
    key: "timeout", title: "Timeout (ms)", name: "timeout", type: .milliseconds(\.timeout), isInNewFiles: true,
    options: [.maxTime]
  ) { settings, options in
    guard let timeout = settings.timeout, timeout.isFinite, timeout > 0 else { return }
    options.totalTimeout = .milliseconds(Int64(min(timeout, 1e12)))
  }

  private static let followRedirects = SettingKind(
    key: "followRedirects", title: "Follow redirects", name: "follow redirects",
    type: .flag(\.followRedirects, usually: true), isInNewFiles: true, options: [.location, .noLocation]
  ) { settings, options in
    options.redirects?.follows = settings.followRedirects ?? true
  }

  private static let maxRedirects = SettingKind(
    key: "maxRedirects", title: "Max redirects", name: "redirects",
    type: .count(\.maxRedirects, usually: RequestSettings.usualMaxRedirects), isInNewFiles: true,
    options: [.maxRedirs]
  ) { settings, options in
    options.redirects?.maximum = settings.maxRedirects ?? RequestSettings.usualMaxRedirects
  }

  private static let forwardAuthorization = SettingKind(
    key: "forwardAuthorizationHeader", title: "Forward authorization", name: "forward authorization",
    type: .flag(\.forwardAuthorization, usually: false), options: [.locationTrusted]
  ) { settings, options in
    options.redirects?.forwardsCredentials = settings.forwardAuthorization ?? false
  }

  private static let acceptsCompression = SettingKind(
    key: "acceptCompression", title: "Accept compression", name: "compression",
    type: .flag(\.acceptsCompression, usually: true), options: [.noCompressed]
  ) { settings, options in
    options.decompresses = settings.acceptsCompression
  }

  /// Our own key, which Bruno ignores.
  private static let maximumBodySize = SettingKind(
    key: "maximumBodySize", title: "Largest body", name: "largest body",
    type: .size(\.maximumBodySize, usually: TransferOptions.defaultMaximumBodySize),
    options: [.maxBody]
  ) { settings, options in
    options.maximumBodySize = settings.maximumBodySize
  }

  /// Our own key, too. The session that sends the request applies it.
  package static let cookies = SettingKind(
    key: "cookies", title: "Cookies", name: "cookies", type: .cookies(\.cookies), options: [.cookies])

  /// Our own key, too. The session that sends the request applies it.
  package static let history = SettingKind(
    key: "history", title: "History", name: "history", type: .history(\.history), options: [.noHistory])

  /// Our own key, too. The driver that sends the request applies it.
  private static let reconnects = SettingKind(
    key: "reconnect", title: "Reconnect to events", name: "reconnect", type: .flag(\.reconnects, usually: false),
    options: [.reconnect])

  private static let minimumTLS = SettingKind(
    key: "minTls", title: "Oldest TLS", name: "oldest TLS", type: .tls(\.minimumTLS, usually: "the system's"),
    options: [.minimumTLS]
  ) { settings, options in
    guard let limit = settings.minimumTLS else { return }
    options.tls = options.tls ?? TransferOptions.TLSOptions()
    options.tls?.minimumVersion = limit.version
  }

  private static let maximumTLS = SettingKind(
    key: "maxTls", title: "Newest TLS", name: "newest TLS", type: .tls(\.maximumTLS, usually: "the newest"),
    options: [.maximumTLS]
  ) { settings, options in
    guard let limit = settings.maximumTLS else { return }
    options.tls = options.tls ?? TransferOptions.TLSOptions()
    options.tls?.maximumVersion = limit.version
  }
}

extension TransferOptions {
  /// The transfer options that a request's settings give.
  init(_ settings: RequestSettings) {
    self.init()
    redirects = RedirectPolicy()
    for kind in SettingKind.all { kind.application?(settings, &self) }
  }
}
