/// Redirects of every kind, in chains and loops.
enum RedirectRoutes {
  private static let kinds: [(Int, String)] = [
    (301, "moved permanently"), (302, "found"), (303, "see other"), (307, "temporary, same method"),
    (308, "permanent, same method"),
  ]

  static let routes =
    kinds.map { status, words in
      Route("*", "redirect/\(status)", "\(words), to ?to= or /echo") { request throws(Problem) in
        redirect(status, to: try destination(request))
      }
    } + [
      Route("*", "redirect/chain/:length", "so many redirects, then the echo") { request throws(Problem) in
        let length = try request.parameter("length", in: 0...100)
        return redirect(302, to: length > 1 ? "/redirect/chain/\(length - 1)" : "/echo")
      },
      Route("*", "redirect/loop", "redirects to itself") { _ throws(Problem) in redirect(302, to: "/redirect/loop") },
      Route("*", "redirect/nowhere", "a redirect without Location") { _ throws(Problem) in Answer(302) },
    ]

  private static func redirect(_ status: Int, to location: String) -> Answer {
    var answer = Answer.text("See \(location)\n", status: status)
    answer.headers.append(("Location", location))
    return answer
  }

  private static func destination(_ request: IncomingRequest) throws(Problem) -> String {
    let location = request.queryValue("to") ?? "/echo"
    guard location.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw .badRequest("to has characters that no header may have; percent-encode them twice")
    }
    return location
  }
}
