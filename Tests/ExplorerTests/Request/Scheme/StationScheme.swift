import Networking
import Workspaces

/// A scheme for tests only, defined completely in this file.
enum StationScheme {
  static let description = AuthenticationScheme(
    "station", title: "Station call",
    fields: [
      .init("account", "Account"), .init("credentials.pass", "Pass", isSecret: true),
      .init("band", "Band", .choice(["short", "long"])), .init("strict", "Strict", .flag),
    ], carriage: { .header(name: "X-Station", value: "\($0["account"]):\($0["credentials.pass"])") }
  ) { fields, config throws(SendRefusal) in
    let account = try fields.value("account")
    config.headers.append("X-Station", "\(account):\(try fields.value("credentials.pass"))")
  }
}
