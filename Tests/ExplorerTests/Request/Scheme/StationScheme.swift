import Networking
import Workspaces

/// A scheme for tests only, defined completely in this file.
struct StationScheme: SchemeApplication {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "station", title: "Station call",
      fields: [
        .init("account", "Account"), .init("credentials.pass", "Pass", isSecret: true),
        .init("band", "Band", .choice(["short", "long"])), .init("strict", "Strict", .flag),
      ], application: StationScheme())
    scheme.carriage = { .header(name: "X-Station", value: "\($0["account"]):\($0["credentials.pass"])") }
    return scheme
  }()

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
    let account = try fields.value("account")
    config.headers.append("X-Station", "\(account):\(try fields.value("credentials.pass"))")
  }
}
