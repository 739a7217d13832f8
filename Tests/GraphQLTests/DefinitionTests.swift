import Basics
import TestSupport
import Testing

@testable import GraphQL

@Suite("Errors in the text of a schema") struct DefinitionTests {
  private static let query = " type Query { a: Int }"

  private func issues(_ text: String) throws -> [String] {
    let text = text + Self.query
    let lines = LineIndex(text)
    return try GraphQLDocument(parsing: text).definitionIssues().map { issue in
      let place = lines.position(of: issue.range.lowerBound)
      return "\(place.line):\(place.column) \(issue.rule.rawValue): \(issue.message)"
    }
  }

  @Test func `A schema that uses every feature has no issues`() throws {
    #expect(try GraphQLDocument(parsing: DefinitionSample.text).definitionIssues() == [])
    #expect(try GraphQLDocument(parsing: Sample.text).definitionIssues() == [])
  }

  @Test(arguments: [
    ("type A { a: Nope }", "1:13 KnownTypeNames: there is no type \"Nope\""),
    ("type A { a: Int\n a: ID }", "2:2 UniqueFieldDefinitionNames: there can be only one field A.a"),
    (
      "input A { a: Int } extend input A { a: Int }", "1:37 UniqueFieldDefinitionNames: there can be only one field A.a"
    ),
    ("enum E { A } extend enum E { A }", "1:30 UniqueEnumValueNames: there can be only one value E.A"),
    ("type A { a(b: Int, b: ID): Int }", "1:20 UniqueArgumentDefinitionNames: there can be only one argument a(b:)"),
    ("scalar A type A { a: Int }", "1:15 UniqueTypeNames: there can be only one type named \"A\""),
    ("directive @a on FIELD directive @a on FIELD", "1:34 UniqueDirectiveNames: there can be only one directive @a"),
    (
      "schema { query: Query } schema { mutation: Query }",
      "1:25 LoneSchemaDefinition: there can be only one schema definition"
    ),
    ("schema { query: Query query: Query }", "1:30 UniqueOperationTypes: there can be only one type for query"),
    ("extend type A { a: Int }", "1:13 PossibleTypeExtensions: \"A\" cannot be extended, since it is not defined"),
    (
      "input A { a: Int } extend type A { b: Int }",
      "1:32 PossibleTypeExtensions: \"A\" is defined as input, and cannot be extended as type"
    ),
    ("type A @nope { a: Int }", "1:8 KnownDirectives: there is no directive @nope"),
    ("type A @deprecated { a: Int }", "1:8 KnownDirectives: @deprecated is not allowed on OBJECT"),
    (
      "type A { a: Int @deprecated @deprecated }",
      "1:29 UniqueDirectivesPerLocation: @deprecated can be used only once here"
    ),
    (
      "scalar A @specifiedBy",
      "1:10 ProvidedRequiredArgumentsOnDirectives: @specifiedBy needs the argument \"url\" of type String!"
    ),
    (
      "type A { a: Int @deprecated(why: 1) }",
      "1:29 KnownArgumentNamesOnDirectives: @deprecated has no argument \"why\""
    ),
    (
      "input A { a: B = {c: 1, c: 2} } input B { c: Int }", "1:25 UniqueInputFieldNames: the field \"c\" is given twice"
    ),
  ])
  func `Issues of names and directives have a location`(text: String, issue: String) throws {
    #expect(try issues(text) == [issue])
  }

  @Test(arguments: [
    ("interface I { a: Int } type A implements I { b: Int }", "1:29 Types: A.a is missing, which the interface I has"),
    ("interface I { a: Int! } type A implements I { a: Int }", "1:47 Types: A.a is of type Int, and I has Int!"),
    ("scalar S type A implements S { a: Int }", "1:28 Types: A cannot implement S, which is not an interface"),
    ("union U = Int", "1:11 Types: the union U cannot have Int, which is not an object type"),
    ("input A { a: Query }", "1:14 Types: A.a cannot be of type Query, which is not an input type"),
    ("type A { a: B } input B { c: Int }", "1:13 Types: A.a cannot be of type B, which is an input type"),
    ("type A { a(b: Query): Int }", "1:15 Types: A.a(b:) cannot be of type Query, which is not an input type"),
    ("extend schema { mutation: S } scalar S", "1:27 Types: the type for mutation, S, is not an object type"),
  ])
  func `Issues of whole types have a location`(text: String, issue: String) throws {
    #expect(try issues(text) == [issue])
  }

  @Test func `Checks of densely shared interfaces terminate`() throws {
    let all = (0..<80).map { "I\($0)" }.joined(separator: " & ")
    let types = (0..<80).map { "interface I\($0) implements \(all) { f\($0): Int }" }.joined(separator: " ")
    #expect(try !issues(types).isEmpty)
  }
}
