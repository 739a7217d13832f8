import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The settings for sends") struct ConfiguredSendTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("configured")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "c/environments/dev.yml", "variables: []\nextensions:\n  apus:\n    tls: { ca: certs/dev.pem }\n")
    let settings = folder.path("settings")
    var workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    workspace.settingsFolder = SettingsFolder { $0 == "XDG_CONFIG_HOME" ? settings : nil }
    self.workspace = workspace
  }

  private func options(
    _ definition: RequestDefinition = RequestDefinition(name: "r", url: "https://h.test"), environment: String? = nil
  ) throws -> TransferOptions {
    let context = try workspace.context(for: folder.path("c/x.yml"), environment: environment)
    return try PreparedRequest(definition, in: context).request.options
  }

  private func set(_ text: String) throws { try folder.write("settings/apus/config.yml", text) }

  @Test("Without a settings file nothing changes; a new one takes effect")
  func levels() throws {
    let usual = try options()
    #expect(usual.totalTimeout == nil && usual.tls?.verifies != false && usual.redirects?.follows == true)
    try set("send: { timeout: 1500, followRedirects: false, maximumBody: 5MB, verifyTLS: false, httpVersion: 1.1 }\n")
    let configured = try options()
    #expect(configured.totalTimeout == .milliseconds(1500) && configured.redirects?.follows == false)
    #expect(configured.maximumBodySize == 5_000_000 && configured.tls?.verifies == false)
    #expect(configured.httpVersion == .http11)
  }

  @Test("The request, the command line and the trust of an environment take precedence over the settings")
  func precedence() throws {
    try set("send: { timeout: 1500, followRedirects: false, httpVersion: 2, verifyTLS: false }\n")
    var definition = RequestDefinition(name: "r", url: "https://h.test")
    definition.settings.timeout = 20
    definition.settings.followRedirects = true
    #expect(try options(definition).totalTimeout == .milliseconds(20))
    #expect(try options(definition).redirects?.follows == true)
    var context = try workspace.context(for: folder.path("c/x.yml"))
    context.options.httpVersion = .http11
    context.options.tls = TransferOptions.TLSOptions()
    let prepared = try PreparedRequest(definition, in: context).request.options
    #expect(prepared.httpVersion == .http11)
  }

  @Test("A workspace can have settings, too, but cannot turn off the verification of certificates")
  func workspaceFile() throws {
    try folder.write("c/apus.yml", "send: { timeout: 3000, verifyTLS: false }\n")
    try set("send: { timeout: 1500, httpVersion: 2 }\n")
    let found = try options()
    #expect(found.totalTimeout == .milliseconds(3000) && found.httpVersion == .http2 && found.tls?.verifies != false)
    #expect(workspace.configuration().faults.count == 1)
  }

  @Test("A link out of the workspace is not read as its settings")
  func link() throws {
    try folder.write("elsewhere.yml", "send: { timeout: 3000 }\n")
    #expect(symlink(folder.path("elsewhere.yml"), folder.path("c/apus.yml")) == 0)
    #expect(try options().totalTimeout == nil)
    #expect(workspace.configuration().faults.first?.hasPrefix("apus.yml: ") == true)
  }

  @Test("The settings decide whether the use of process variables is asked for, allowed or refused")
  func privacy() throws {
    var definition = RequestDefinition(name: "r", url: "https://h.test")
    definition.headers = [Row("X", "{{process.env.CLOUD_SECRET}}")]
    let inputs = VariableInputs(process: ["CLOUD_SECRET": "v4lue"])
    func send() throws -> String {
      let context = try workspace.context(for: folder.path("c/x.yml"), inputs: inputs)
      do throws(SendRefusal) {
        return try PreparedRequest(definition, in: context).request.headers.fields.first { $0.name == "X" }?.value ?? ""
      } catch {
        if case .notAllowed = error.problem { return "asked" }
        return error.description
      }
    }
    #expect(try send() == "asked")
    try set("privacy: { processEnvironment: allow }\n")
    #expect(try send() == "v4lue")
    try set("privacy: { processEnvironment: refuse }\n")
    let refused = try send()
    #expect(refused.contains("`privacy.processEnvironment: refuse`") && !refused.contains("v4lue"))
    try folder.write("c/apus.yml", "privacy: { processEnvironment: allow }\n")
    #expect(try send() == refused)
  }
}
