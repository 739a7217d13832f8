import Basics
import Workspaces

/// Postman's options for sending (`protocolProfileBehavior`): from an item, else from its folders.
struct PostmanBehavior {
  /// `disableBodyPruning`.
  var keepsBody: Bool?
  private var followsRedirects: Bool?
  private var maximumRedirects: Int?
  private var leavesURL: Bool?
  private var verifies: Bool?

  /// Methods whose bodies Postman omits.
  private static let bodiless: Set<String> = ["GET", "COPY", "HEAD", "PURGE", "UNLOCK"]
  private static let known: Set<String> = [
    "disableBodyPruning", "followRedirects", "maxRedirects", "disableUrlEncoding", "strictSSL",
  ]

  /// The inner item's options win.
  func with(_ node: JSONValue?) -> PostmanBehavior {
    guard let node else { return self }
    var inner = self
    inner.keepsBody = node["disableBodyPruning"]?.bool ?? keepsBody
    inner.followsRedirects = node["followRedirects"]?.bool ?? followsRedirects
    inner.maximumRedirects = node["maxRedirects"]?.int ?? maximumRedirects
    inner.leavesURL = node["disableUrlEncoding"]?.bool ?? leavesURL
    inner.verifies = node["strictSSL"]?.bool ?? verifies
    return inner
  }

  func sendsBody(of method: String) -> Bool { keepsBody == true || !Self.bodiless.contains(method.uppercased()) }

  func apply(to request: inout RequestDefinition) {
    request.settings.followRedirects = followsRedirects
    request.settings.maxRedirects = maximumRedirects
    if leavesURL == true { request.settings.encodeURL = false }
    request.trust.verifies = verifies
  }

  /// Reports options that our requests cannot hold.
  func tellOthers(_ node: JSONValue?, at place: String, notices: inout [Notice]) {
    guard case .object(let members) = node ?? .null else { return }
    let others = members.map(\.name).filter { !Self.known.contains($0) }
    if !others.isEmpty {
      notices.append(
        Notice(.warning, place, "a behavior is not carried over: \(others.joined(separator: ", "))"))
    }
  }

  /// Whether a request with a body needs `disableBodyPruning` so that Postman sends it.
  static func prunes(_ request: RequestDefinition) -> Bool {
    request.body != .none && bodiless.contains(request.method.uppercased())
  }
}
