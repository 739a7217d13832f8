import Interchange
import Networking
import Sessions
import Workspaces

/// Sends one request of a curl command line: decides where its response goes, its cookies and its retries.
struct CurlDelivery {
  let imported: CurlImport.Imported
  let workspace: Workspace?
  /// Whether this is the first request of the command line; it truncates the file of response heads.
  var isFirst = true
  /// Cookies from earlier requests of this command line; all its transfers with cookies share them.
  var earlier = CookieJar()

  func run() async throws {
    let place = try CurlPlace(imported.output, isFirst: isFirst)
    let jar = cookieJar
    let (retry, logins) = (imported.retry, imported.logins)
    let format = imported.output.format
    var delivery = Delivery(plan: plan, printing: printing(to: place.path), records: true)
    delivery.configure = { config in
      if let retry { config.retry = retry }
      if let jar { config.cookies = jar }
      if let logins { config.redirect = { Self.choice($0, logins) } }
    }
    delivery.finished = { exchange throws(Failure) in
      try place.writeHeads(of: exchange)
      if let format { try Output.standard.write(WriteOut(format).text(for: exchange)) }
    }
    let result: Result<Void, any Error>
    do { result = .success(try await delivery.run()) } catch { result = .failure(error) }
    remember(jar)
    try save(jar)
    try result.get()
  }

  private static func choice(_ proposal: RedirectProposal, _ logins: CurlImport.Logins) -> RedirectChoice {
    do throws(RequestError) { return .follow(try logins.applied(to: proposal.to)) } catch {
      return .refuse(error.description)
    }
  }

  private var plan: SendPlan {
    var context = SendContext(folder: WorkspaceLocator.currentFolder())
    context.options = imported.options
    var plan = SendPlan(definition: imported.request, context: context, workspace: workspace)
    // As curl does: those of -b and -c only.
    plan.definition.settings.cookies = .off
    plan.changes = [.extras(imported.extras, standardInput: StandardInputStream.body)]
    return plan
  }

  private func printing(to path: String?) -> PrintChoice {
    let output = imported.output
    // Heads go to standard output before a body that goes there, too.
    let showsHeads = output.headPath == "-" && path == nil
    return PrintChoice(
      include: output.includesHead || showsHeads, verbose: output.isVerbose, output: path, fail: output.fails,
      dropsErrors: output.dropsErrors, silent: output.isSilent, raw: output.isRaw, rawWays: .curl)
  }

  private var cookieJar: CookieJar? {
    guard let cookies = imported.cookies else { return nil }
    let jar = CookieJar(order: .curl, given: cookies.given)
    // Cookies set by a response override those from a file.
    for cookie in cookies.known + earlier.all { jar.set(cookie) }
    return jar
  }

  private func remember(_ jar: CookieJar?) {
    guard let jar else { return }
    earlier.removeAll()
    for cookie in jar.all { earlier.set(cookie) }
  }

  private func save(_ jar: CookieJar?) throws(Failure) {
    guard let jar, let path = imported.cookies?.savesTo, !path.isEmpty else { return }
    guard path != "-" else { return try Output.standard.write(CookieFile.text(jar.all)) }
    do throws(NetworkError) { try jar.save(to: path) } catch {
      throw Failure(.file, error.description)
    }
  }
}
