/// What the demo's gRPC services are: the texts of two `.proto` files.
enum CallTypes {
  /// The services that are for everyone, as reflection tells them.
  static let demo = """
    syntax = "proto3";
    package demo;

    message Note {
      string text = 1;
      int32 number = 2;
    }
    message RepeatRequest {
      string text = 1;
      int32 times = 2;
      int32 interval_ms = 3;
    }

    service Echo {
      rpc Say(Note) returns (Note);
      rpc Repeat(RepeatRequest) returns (stream Note);
      rpc Join(stream Note) returns (Note);
      rpc Talk(stream Note) returns (stream Note);
    }

    enum Category {
      CATEGORY_UNKNOWN = 0;
      BOOK = 1;
      TOY = 2;
    }
    message Item {
      int32 id = 1;
      string name = 2;
      Category category = 3;
      double price = 4;
      repeated string tags = 5;
    }
    message GetItemRequest {
      int32 id = 1;
    }
    message ListItemsRequest {
      Category category = 1;
    }
    message Order {
      int32 item_id = 1;
      int32 count = 2;
    }
    message Receipt {
      int32 orders = 1;
      int32 items = 2;
      double total = 3;
    }
    message WatchRequest {
      int32 item_id = 1;
      int32 times = 2;
      int32 interval_ms = 3;
    }
    message PriceChange {
      int32 item_id = 1;
      int32 number = 2;
      double price = 3;
    }

    service Shop {
      rpc GetItem(GetItemRequest) returns (Item);
      rpc ListItems(ListItemsRequest) returns (stream Item);
      rpc PlaceOrders(stream Order) returns (Receipt);
      rpc Watch(WatchRequest) returns (stream PriceChange);
    }
    """

  /// Reflection itself, as far as it is answered.
  /// https://github.com/grpc/grpc/blob/master/src/proto/grpc/reflection/v1/reflection.proto
  static let reflection = """
    syntax = "proto3";
    package grpc.reflection.v1;

    message ServerReflectionRequest {
      string file_by_filename = 3;
      string file_containing_symbol = 4;
      bytes file_containing_extension = 5;
      string all_extension_numbers_of_type = 6;
      string list_services = 7;
    }
    message FileDescriptorResponse {
      repeated bytes file_descriptor_proto = 1;
    }
    message ServiceResponse {
      string name = 1;
    }
    message ListServiceResponse {
      repeated ServiceResponse service = 1;
    }
    message ErrorResponse {
      int32 error_code = 1;
      string error_message = 2;
    }
    message ServerReflectionResponse {
      FileDescriptorResponse file_descriptor_response = 4;
      ListServiceResponse list_services_response = 6;
      ErrorResponse error_response = 7;
    }
    service ServerReflection {
      rpc ServerReflectionInfo(stream ServerReflectionRequest) returns (stream ServerReflectionResponse);
    }
    """
}
