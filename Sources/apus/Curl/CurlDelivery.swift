import Interchange
import Networking
import Workspaces

/// One request of a curl command line as the program sends it: where its answer goes, its cookies, its retries.
struct CurlDelivery {
  let imported: CurlImport.Imported
  let workspace: Workspace?
  /// Whether nothing of this command line was sent before: a file of heads then begins anew.
  var isFirst = true

  func run() async throws {
    let place = try CurlPlace(imported.output, isFirst: isFirst)
    let jar = cookieJar
    let retry = imported.retry
    let format = imported.output.format
    var delivery = Delivery(plan: plan, printing: printing(to: place.path), records: true)
    delivery.configure = { config in
      if let retry { config.retry = retry }
      if let jar { config.cookies = jar }
    }
    delivery.finished = { exchange throws(Failure) in
      try place.writeHeads(of: exchange)
      if let format { try Output.standard.write(WriteOut(format).text(for: exchange)) }
    }
    let result: Result<Void, any Error>
    do { result = .success(try await delivery.run()) } catch { result = .failure(error) }
    try save(jar)
    try result.get()
  }

  private var plan: SendPlan {
    var context = SendContext(folder: WorkspaceLocator.currentFolder())
    context.options = imported.options
    var definition = imported.request
    // The jar gives each hop what belongs to it; a header by hand would go to all of them.
    if let cookies = imported.cookies, !cookies.hasLiteral {
      definition.headers.removeAll { $0.name.lowercased() == "cookie" }
    }
    var plan = SendPlan(definition: definition, context: context, workspace: workspace)
    plan.changes = [.extras(imported.extras)]
    return plan
  }

  private func printing(to path: String?) -> PrintChoice {
    let output = imported.output
    // Heads for standard output stand in front of the body there.
    let showsHeads = output.headPath == "-" && path == nil
    return PrintChoice(
      include: output.includesHead || showsHeads, verbose: output.isVerbose, output: path, fail: output.fails,
      dropsErrors: output.dropsErrors, silent: output.isSilent)
  }

  private var cookieJar: CookieJar? {
    guard let cookies = imported.cookies else { return nil }
    let jar = CookieJar(order: .curl)
    for cookie in cookies.known { jar.set(cookie) }
    return jar
  }

  private func save(_ jar: CookieJar?) throws(Failure) {
    guard let jar, let path = imported.cookies?.savesTo else { return }
    guard path != "-" else { return try Output.standard.write(CookieFile.text(jar.all)) }
    do throws(NetworkError) { try jar.save(to: path) } catch {
      throw Failure(.file, TerminalText.shown(error.description))
    }
  }
}
