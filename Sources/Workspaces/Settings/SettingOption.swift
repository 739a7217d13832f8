import Basics
package import HTTPModel

/// A command-line option for a setting, defined beside the setting; names and meanings follow curl where it has them.
///
/// The command line passes the text of the value to the option, which validates it and makes the change.
package struct SettingOption: Sendable {
  /// Without dashes.
  package let name: String
  /// The short form, without a dash.
  package var letter: Character?
  package let help: String
  /// The placeholder for the value in the help; `nil` for a flag.
  package var value: String?
  /// The reason why a text is not a valid value, to follow the name; `nil` if it is valid.
  package var problem: @Sendable (String) -> String? = { _ in nil }
  var changesSettings: @Sendable (String, inout RequestSettings) -> Void = { _, _ in }
  /// Applies an option that takes precedence over the settings of the request.
  var changesTransfer: @Sendable (String, inout TransferOptions) -> Void = { _, _ in }

  package func apply(_ text: String, to settings: inout RequestSettings) { changesSettings(text, &settings) }

  package func apply(_ text: String, to options: inout TransferOptions) { changesTransfer(text, &options) }
}

extension SettingOption {
  package static let encodeURL = SettingOption(
    name: "encode-url", help: "Encode characters that a URL cannot contain.", changesSettings: { $1.encodeURL = true })
  package static let noEncodeURL = SettingOption(
    name: "no-encode-url", help: "Send the URL exactly as written.", changesSettings: { $1.encodeURL = false })

  package static let maxTime = SettingOption(
    name: "max-time", letter: "m", help: "Give up after this many seconds.", value: "seconds",
    problem: { seconds($0) == nil ? "\($0) is not a number of seconds above 0." : nil },
    changesTransfer: { $1.totalTimeout = seconds($0).map { .seconds($0) } ?? $1.totalTimeout })

  package static let location = SettingOption(
    name: "location", letter: "L", help: "Follow redirects.", changesSettings: { $1.followRedirects = true })
  package static let noLocation = SettingOption(
    name: "no-location", help: "Follow no redirects, overriding the saved request.",
    changesSettings: { $1.followRedirects = false })

  package static let locationTrusted = SettingOption(
    name: "location-trusted", help: "Follow redirects, and send the credentials to other hosts too.",
    changesSettings: {
      $1.followRedirects = true
      $1.forwardAuthorization = true
    })

  package static let maxRedirs = SettingOption(
    name: "max-redirs", help: "Follow at most this many redirects.", value: "number",
    problem: { (Int($0) ?? 0) < -1 ? "takes a number, -1 for any." : nil },
    changesSettings: {
      guard let number = Int($0) else { return }
      $1.maxRedirects = number < 0 ? Int(Int32.max) : number
    })

  package static let noCompressed = SettingOption(
    name: "no-compressed", help: "Do not request a compressed answer.", changesTransfer: { $1.decompresses = false })

  package static let maxBody = SettingOption(
    name: "max-body",
    help:
      "Accept no body larger than this after decompression: 500MB, 2GB; 0 for any. Default: 1GB; with --download any.",
    value: "size", problem: { ByteCount($0) == nil ? "\($0) is not a size such as 500MB or 2GB." : nil },
    changesTransfer: { $1.maximumBodySize = ByteCount($0)?.bytes ?? $1.maximumBodySize })

  package static let cookies = SettingOption(
    name: "cookies", help: "Keep the cookies that answers set, use them for this command only, or none.",
    value: "keep|session|off",
    problem: { CookieUse(rawValue: $0) == nil ? "takes keep, session or off." : nil },
    changesSettings: { $1.cookies = CookieUse(rawValue: $0) ?? $1.cookies })

  package static let noHistory = SettingOption(
    name: "no-history", help: "Do not record the exchange in the history.", changesSettings: { $1.history = .off })

  package static let reconnect = SettingOption(
    name: "reconnect", help: "Reconnect to an event stream that ends, from its last event.",
    changesSettings: { $1.reconnects = true })

  package static let retry = SettingOption(
    name: "retry", help: "Retry this many times after timeouts, 408, 429 and 5xx.", value: "number",
    problem: { (0...1_000).contains(Int($0) ?? -1) ? nil : "takes 0 to 1000." },
    changesSettings: { $1.retries = Int($0) ?? $1.retries })
  package static let retryOn = SettingOption(
    name: "retry-on", help: "--retry: after these statuses instead: 429,503 or 5xx.", value: "statuses",
    problem: { StatusList($0) == nil ? "takes statuses such as 429,503 or 5xx." : nil },
    changesSettings: { $1.retryStatuses = StatusList($0) ?? $1.retryStatuses })
  package static let ignoreRetryAfter = SettingOption(
    name: "ignore-retry-after", help: "--retry: wait 1s, 2s, 4s …, whatever Retry-After says.",
    changesSettings: { $1.obeysRetryAfter = false })
  package static let allowGraphQLErrors = SettingOption(
    name: "allow-graphql-errors", help: "Treat a GraphQL answer with errors as a success.",
    changesSettings: { $1.allowsGraphQLErrors = true })

  /// A session applies it to all its sends, so that it holds for requests that scripts send, too.
  package static let scriptTimeout = SettingOption(
    name: "timeout-script", help: "End scripts that run longer than this; 0 for ten minutes.", value: "milliseconds",
    problem: {
      let isValid = Int($0).map { (0...Configuration.longestScript).contains($0) } ?? false
      return isValid ? nil : "takes milliseconds, 0 to \(Configuration.longestScript)."
    })

  package static let minimumTLS = tls("tls-min", "Use no older version of TLS.", \.minimumVersion)
  package static let maximumTLS = tls("tls-max", "Use no newer version of TLS.", \.maximumVersion)

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

  package static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0 > 0 && $0 <= 1e9 ? $0 : nil }
  }
}

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
  /// Indicates whether a new file contains it, as Bruno's files do.
  var isInNewFiles = false
  /// The command-line options that set it.
  package let options: [SettingOption]

  /// True if a new file contains it; the file of a conversation contains only the timeout.
  func isInNewFiles(ofConversation isConversation: Bool) -> Bool {
    isInNewFiles && (!isConversation || key == Self.timeout.key)
  }

  /// True if the setting is absent or has its default.
  package func isUsual(in settings: RequestSettings) -> Bool {
    var usual = RequestSettings()
    type.complete(&usual)
    let text = type.text(in: settings)
    return text.isEmpty || text == type.text(in: usual)
  }

  /// Its effect; `nil` for a setting that changes how the request itself is built.
  var application: (@Sendable (RequestSettings, inout TransferOptions) -> Void)?

  /// In the order of the file.
  package static let all = [
    encodeURL, timeout, followRedirects, maxRedirects, forwardAuthorization, acceptsCompression, maximumBodySize,
    cookies, history, reconnects, retries, retryStatuses, obeysRetryAfter, allowsGraphQLErrors, minimumTLS, maximumTLS,
    scriptTimeout,
  ]
  /// In the order of the options tab, which has `allowsGraphQLErrors` only for GraphQL, and `scriptTimeout` only with
  /// scripts.
  package static let shown = [
    followRedirects, maxRedirects, timeout, encodeURL, forwardAuthorization, acceptsCompression, maximumBodySize,
    reconnects, cookies, history, retries, retryStatuses, obeysRetryAfter, minimumTLS, maximumTLS,
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

  /// A key of Apus, which Bruno ignores.
  private static let maximumBodySize = SettingKind(
    key: "maximumBodySize", title: "Largest body", name: "largest body",
    type: .size(\.maximumBodySize, usually: TransferOptions.defaultMaximumBodySize),
    options: [.maxBody]
  ) { settings, options in
    options.maximumBodySize = settings.maximumBodySize
  }

  /// A key of Apus. The session that sends the request applies it.
  package static let cookies = SettingKind(
    key: "cookies", title: "Cookies", name: "cookies", type: .cookies(\.cookies), options: [.cookies])

  /// A key of Apus. The session that sends the request applies it.
  package static let history = SettingKind(
    key: "history", title: "History", name: "history", type: .history(\.history), options: [.noHistory])

  /// A key of Apus. The driver that sends the request applies it.
  private static let reconnects = SettingKind(
    key: "reconnect", title: "Reconnect to events", name: "reconnect", type: .flag(\.reconnects, usually: false),
    options: [.reconnect])

  /// A key of Apus, like the two after it. The driver that sends the request applies them.
  private static let retries = SettingKind(
    key: "retries", title: "Retries", name: "retries", type: .count(\.retries, usually: 0), options: [.retry])

  private static let retryStatuses = SettingKind(
    key: "retryStatuses", title: "Retry after status", name: "statuses to retry", type: .statuses(\.retryStatuses),
    options: [.retryOn])

  private static let obeysRetryAfter = SettingKind(
    key: "retryAfter", title: "Obey Retry-After", name: "Retry-After", type: .flag(\.obeysRetryAfter, usually: true),
    options: [.ignoreRetryAfter])

  /// A key of Apus. The driver that sends the request applies it.
  package static let allowsGraphQLErrors = SettingKind(
    key: "allowGraphqlErrors", title: "Allow errors", name: "allow errors",
    type: .flag(\.allowsGraphQLErrors, usually: false), options: [.allowGraphQLErrors])

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

  /// A key of Apus. The session that sends the request applies it.
  package static let scriptTimeout = SettingKind(
    key: "scriptTimeout", title: "Script timeout (ms)", name: "script timeout",
    type: .count(\.scriptTimeout, usually: 5000, in: 1...Configuration.longestScript), options: [.scriptTimeout])
}

extension SettingKind {
  /// The settings that folders and collections have, too.
  private static let inherited = [cookies.key, history.key, scriptTimeout.key]

  /// The setting as a field of a request, and of the folders and collections that have it.
  var field: Field<RequestDefinition> {
    let kinds: RequestDefinition.Kinds = Self.inherited.contains(key) ? [.sent, .folders] : .sent
    var field: Field<RequestDefinition> = type.field(key, named: name).lifted(\.settings, json: ["settings"]) {
      definition in
      kinds.contains(definition.kind)
        ? FieldPlace.settings(key).keys(of: definition.kind).map { Array($0.dropLast()) } : nil
    }
    field.readBru = { reader, definition in
      guard !definition.kind.isShared else { return }
      let text = reader.setting(key) { $0 == "inherit" ? "" : type.text(written: $0) }
      type.set(text ?? "", in: &definition.settings)
    }
    return field
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
