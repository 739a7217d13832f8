import Networking
import Workspaces

/// A scheme for tests only, defined completely in this file.
enum StationScheme {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "station", title: "Station call",
      fields: [
        .init("account", "Account"), .init("credentials.pass", "Pass", isSecret: true),
        .init("band", "Band", .choice(["short", "long"])), .init("strict", "Strict", .flag),
      ]
    ) { fields, builder, config throws(SendRefusal) in
      let account = try fields.value("account", &builder)
      config.headers.append("X-Station", "\(account):\(try fields.value("credentials.pass", &builder))")
    }
    scheme.carriage = { .header(name: "X-Station", value: "\($0["account"]):\($0["credentials.pass"])") }
    return scheme
  }()
}
