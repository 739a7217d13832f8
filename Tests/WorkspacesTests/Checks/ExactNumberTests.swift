import Basics
import Testing

@testable import Workspaces

@Suite("Numbers are compared by all their digits") struct ExactNumberTests {
  @Test(
    arguments: [
      ("9007199254740993", "eq", "9007199254740993", true), ("9007199254740993", "eq", "9007199254740992", false),
      ("9007199254740993", "neq", "9007199254740992", true),
      ("12345678901234567890", "neq", "12345678901234567890", false),
      ("1736184243098437392", "in", "1, 1736184243098437392", true),
      ("1736184243098437392", "notIn", "1736184243098437392", false),
      ("1736184243098437392", "notIn", "1736184243098437393", true),
      ("12345678901234567890", "gt", "12345678901234567889", true),
      ("12345678901234567889", "gt", "12345678901234567889", false),
      ("12345678901234567889", "gte", "12345678901234567889", true),
      ("-9007199254740993", "lt", "-9007199254740992", true),
      ("9007199254740993", "between", "9007199254740993, 9007199254740993", true),
      ("9007199254740993", "between", "9007199254740994, 9007199254740999", false),
      ("1.0", "eq", "1", true), ("1e3", "eq", "1000", true), ("0.1", "eq", "0.10", true),
      ("0.10000000000000000001", "eq", "0.1", false), ("-0", "eq", "0", true), ("0.0", "isTruthy", "", false),
      ("1e999", "gt", "1e998", true),
    ])
  func `A number of the answer is compared exactly`(number: String, check: String, operand: String, holds: Bool) throws
  {
    let value = CheckValue.value(try JSONValue(parsing: number.utf8))
    #expect(try CheckOperator(written: check)?.holds(value, operand) == holds)
  }

  @Test func `A text that holds a number is compared by size as a number, and for equality as a text`() throws {
    let value = CheckValue.text("9007199254740993")
    #expect(try CheckOperator.gt.holds(value, "9007199254740992"))
    #expect(try CheckOperator.eq.holds(value, "9007199254740993"))
    #expect(try !CheckOperator.gt.holds(.text("abc"), "1"))
    #expect(try !CheckOperator.gt.holds(.text("inf"), "1"))
  }

  @Test func `Recorded answers differ by the last digit of a long number`() throws {
    func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }
    #expect(try !value("[9007199254740993]").isEquivalent(to: value("[9007199254740992]")))
    #expect(try value(#"{"a": 1.50}"#).isEquivalent(to: value(#"{"a": 15e-1}"#)))
  }
}
