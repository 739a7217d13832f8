import ArgumentParser
import Networking
import Testing
import Workspaces

@testable import apus

@Suite("Options for the settings of a request") struct SettingOptionTests {
  @Test func `Each option documents its setting, and send accepts and explains it.`() throws {
    let help = SendCommand.helpMessage(columns: 400)
    for kind in SettingKind.all {
      #expect(!kind.options.isEmpty, "\(kind.key)")
      for option in kind.options {
        #expect(help.contains("--\(option.name)") && help.contains(option.help), "\(option.name)")
        // The first of `keep|session|off`.
        let value = option.value.map {
          $0.contains("|") ? String($0.prefix { $0 != "|" }) : ["size": "2GB", "statuses": "429"][$0] ?? "3"
        }
        let words = ["--\(option.name)"] + [value].compactMap(\.self)
        #expect(throws: Never.self) { try SendCommand.parse(["http://h/"] + words) }
      }
    }
  }

  @Test func `Each option changes its setting.`() {
    var settings = RequestSettings()
    SettingOption.maxRedirs.apply("-1", to: &settings)
    #expect(settings.maxRedirects == Int(Int32.max))
    SettingOption.locationTrusted.apply("", to: &settings)
    #expect(settings.followRedirects == true && settings.forwardAuthorization == true)
    SettingOption.noLocation.apply("", to: &settings)
    SettingOption.noEncodeURL.apply("", to: &settings)
    #expect(settings.followRedirects == false && settings.encodeURL == false)
    var options = TransferOptions()
    SettingOption.maxTime.apply("0.5", to: &options)
    SettingOption.maxBody.apply("2KB", to: &options)
    SettingOption.noCompressed.apply("", to: &options)
    #expect(
      options.totalTimeout == .milliseconds(500) && options.maximumBodySize == 2_000 && options.decompresses == false)
  }
}
