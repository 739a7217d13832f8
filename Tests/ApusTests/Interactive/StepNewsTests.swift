import Basics
import Explorer
import Testing

@testable import apus

@Suite("Progress of long work on the screen") struct StepNewsTests {
  @Test("Long work is named, then counted, and nothing follows its result")
  func news() async {
    let said = Monitor<[String]>([])
    let post: Services.Post = { action in
      guard case .notified(_, let text) = action else { return }
      said.change { $0.append(text) }
    }
    await StepNews.of("Importing", post) { post in
      await said.wait { $0.contains("Importing…") }
      var done = 0
      while !said.read({ $0.contains { $0.hasSuffix(" of 2 000") } }) {
        done = min(done + 1, 1999)
        StepReport.receiver?(done, 2000)
        await Task.yield()
      }
      post(.notified(.information, "Imported"))
      StepReport.receiver?(2000, 2000)
    }
    #expect(said.read { $0 }.last == "Imported")
  }
}
