import TestSupport
import Testing

@Suite("Linear time of parsers", .serialized)
struct ComplexityTests {
  private static let readers =
    Reader.yaml + Reader.older + Reader.variables + Reader.collections + Reader.json + Reader.curl + Reader.imports
    + Reader.networking + Reader.documents + Reader.schemas + Reader.protobuf + Reader.graphQL
    + Reader.graphAnswers

  @Test("Every reader and resolver takes at most 2.3 times as long for twice the input", arguments: readers)
  func linear(reader: Reader) {
    let growth = reader.growth()
    #expect(growth.factor <= Reader.most, "a factor of \(growth.factor) from \(growth.size) parts on")
  }

  @Test("A reader that rescans earlier input is detected")
  func quadratic() {
    let reader = Reader("quadratic") {
      Array(0..<$0)
    } read: { numbers in
      var seen: [Int] = []
      for number in numbers where !seen.contains(number) { seen.append(number) }
    }
    #expect(reader.growth().factor > 3)
  }

  @Test("Sorting is not reported as quadratic")
  func sorting() {
    let reader = Reader("sorting") {
      (0..<$0).map { $0 &* 2_654_435_761 % 1_000_003 }
    } read: { numbers in
      _ = numbers.sorted()
    }
    #expect(reader.growth().factor <= Reader.most)
  }
}
