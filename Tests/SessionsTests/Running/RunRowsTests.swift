import Testing
import Workspaces

@testable import Sessions

@Suite("The rows of a run") struct RunRowsTests {
  private static let listed: [DataTable.Row] = [[VariableInputs.Pair("a", "1")], [VariableInputs.Pair("a", "2")]]

  private func values(_ rows: RunRows) throws -> [String] {
    var values: [String] = []
    while values.count < 20, let row = try rows.next() { values.append(row.first?.value ?? "-") }
    return values
  }

  private func streamed(iterations: Int?) -> RunRows {
    RunRows(iterations: iterations) {
      var rest: ArraySlice<UInt8> = Array("a\n1\n2\n".utf8)[...]
      return DataReader(name: "rows") { () throws(DataTable.Fault) in
        defer { rest = [] }
        return rest
      }
    }
  }

  @Test(
    "A number of iterations takes the first rows, or repeats the last one",
    arguments: [(1, ["1"]), (4, ["1", "2", "2", "2"])])
  func iterations(count: Int, expected: [String]) throws {
    let rows = RunRows(Self.listed, iterations: count)
    #expect(rows.count == count)
    #expect(try values(rows) == expected)
    #expect(try values(streamed(iterations: count)) == expected)
  }

  @Test("Without a number, each pass takes every row")
  func passes() throws {
    #expect(try values(RunRows(Self.listed, passes: 2)) == ["1", "2", "1", "2"])
    #expect(try values(streamed(iterations: nil)) == ["1", "2"])
    #expect(try values(RunRows(iterations: 3)) == ["-", "-", "-"])
  }
}
