import TestSupport

@testable import Workspaces

/// One random change of an environment, or of the settings of a folder or collection.
enum RandomSharedEdit {
  /// - Returns: the path in the file of the entry that changes, from the outside inwards.
  static func apply(to made: inout Environment, _ random: inout SeededGenerator) -> [String] {
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      made.color = [nil, "#2E8A54", "red"].randomElement(using: &random) ?? nil
      return ["color"]
    case 1:
      made.isProtected.toggle()
      return ["protected"]
    default:
      var variable = Environment.Variable(RandomEdit.row(&random), isSecret: Int.random(in: 0..<4, using: &random) == 0)
      // The value of a secret is never in the file.
      if variable.isSecret { variable.row.value = "" }
      RandomEdit.edit(&made.variables, variable, &random)
      return ["variables"]
    }
  }

  /// - Returns: the path in the file of the entry that changes, from the outside inwards.
  static func apply(to made: inout SharedSettings, _ random: inout SeededGenerator) -> [String] {
    let text = RandomEdit.text(&random)
    switch Int.random(in: 0..<9, using: &random) {
    case 8:
      made.settings.history = ([nil] + HistoryUse.allCases.map(Optional.some)).randomElement(using: &random) ?? nil
      made.settings.cookies = ([nil] + CookieUse.allCases.map(Optional.some)).randomElement(using: &random) ?? nil
      return ["extensions", "apus"]
    case 7:
      // Without an existing part to change, nothing may be written.
      var proxy = made.proxy ?? ProxyDefinition(use: .inherited)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: proxy.use = ProxyDefinition.Use.allCases.randomElement(using: &random) ?? .own
      case 1: proxy.hostname = text
      case 2: proxy.port = ["", "8080", "08", text].randomElement(using: &random) ?? ""
      case 3: proxy.authenticates.toggle()
      case 4: proxy.password = text
      default: proxy.bypass = text
      }
      made.proxy = Int.random(in: 0..<6, using: &random) == 0 ? nil : proxy
      return ["config", "proxy"]
    case 6:
      let content: CertificateDefinition.Content =
        Bool.random(using: &random)
        ? .pem(certificate: text, key: RandomEdit.text(&random)) : .pkcs12(path: RandomEdit.text(&random))
      RandomEdit.edit(
        &made.certificates,
        CertificateDefinition(
          domain: RandomEdit.name(&random), content: content, passphrase: RandomEdit.text(&random),
          isEnabled: Bool.random(using: &random)), &random)
      return ["config", "clientCertificates"]
    case 0:
      RandomEdit.edit(&made.headers, RandomEdit.row(&random), &random)
      return ["request", "headers"]
    case 1:
      made.authentication = RandomEdit.authentication(text, &random)
      return ["request", "auth"]
    case 2:
      RandomEdit.edit(&made.variables, RandomEdit.row(&random), &random)
      return ["request", "variables"]
    case 3:
      RandomEdit.edit(
        &made.captures, Capture(variable: RandomEdit.name(&random), expression: text), &random)
      return ["request", "actions"]
    case 4:
      RandomEdit.edit(&made.scripts, Script(phase: "tests", code: text), &random)
      return ["request", "scripts"]
    default:
      made.docs = text
      return ["docs"]
    }
  }
}
